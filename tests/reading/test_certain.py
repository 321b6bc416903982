"""What one look tells of a sample, a closer look would say, too."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.notations import spelled, written
from solvers.reading import formats
from solvers.reading.choosing import choose
from solvers.reading.format import Format, Sample

CERTAIN = [form for form in formats() if form.certain]
SPELT = {"beads-lines": "beads-lines, 5x11"}  # what is certain of a format that is written in another way
UNCERTAIN = [replace(form, certain=None) for form in formats()]


@pytest.mark.parametrize("form", CERTAIN, ids=lambda form: form.name)
def test_a_certain_sample_is_what_all_together_take_it_for(form: Format) -> None:
    file = spelled(SPELT[form.name]) if form.name in SPELT else written(form)
    assert file
    texts = tuple("".join(file[1][:300]).splitlines()[:800])
    for size in (len(texts), len(texts) // 2, 40):
        sample = Sample(texts[:size])

        assert choose(sample, formats()).scores == ((form, 100),)
        assert [each.name for each in [choose(sample, UNCERTAIN).format] if each] == [form.name]


@pytest.mark.parametrize(
    "text",
    [
        "1 2 - 3 4\n2 1 | 3 4\n",  # rows of a grid
        "." * 81,
        "7 8\n",
        "@ x 3 3\n0 7 0\n0 0 1\n0 0 0",
    ],
)
def test_what_may_be_another_is_not_certain(text: str) -> None:
    assert not any(form.certain.match(f"{text}\n") for form in CERTAIN if form.certain)


def test_no_example_of_another_format_is_certain() -> None:
    for form in formats():
        sample = Sample(tuple(form.example.splitlines()))
        own = (form.name, form.read_as)
        assert not [
            each.name for each in CERTAIN if each.certain and each.certain.match(sample.text) and each.name not in own
        ]


@pytest.mark.parametrize("form", [form for form in formats() if form.signs], ids=lambda form: form.name)
def test_without_its_signs_a_format_recognises_nothing(form: Format) -> None:
    texts = [each.example for each in formats()]
    file = written(form)
    texts += ["".join(file[1][:50])] if file else []

    assert any(sign in form.example for sign in form.signs)
    for text in texts:
        bare = text.translate(dict.fromkeys(map(ord, form.signs)))
        apart = text.translate(dict.fromkeys(map(ord, form.signs), " "))
        assert not form.sniff(Sample(tuple(bare.splitlines())))
        assert not form.sniff(Sample(tuple(apart.splitlines())))
