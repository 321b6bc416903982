"""Every format's example is told from all others, read without loss, and written back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hypothesis import given
from hypothesis import strategies as st

from solvers.core import Block, Board, Family, Reject
from solvers.reading import write
from solvers.reading.format import Format, Item, Lines, Sample, Wish
from tests.contract.conftest import FORMATS


def boards_of(items: Sequence[Item]) -> Iterator[Board]:
    """The boards of blocks and of their own, in order."""
    for item in items:
        if isinstance(item, Block):
            labels = item.labels or [""] * len(item.texts)
            for text, line, label in zip(item.texts, item.lines, labels, strict=True):
                yield Board(item.family, item.variant, text, line=line, label=label)
        elif isinstance(item, Board):
            yield item


def read(fmt: Format, text: str) -> tuple[list[Item], Lines]:
    """All items of a text, and the lines with their tally."""
    lines = Lines(text.splitlines(), "source")
    return list(fmt.read(lines, Wish())), lines


def test_example_is_sniffed_as_its_own_format(fmt: Format) -> None:
    sample = Sample(tuple(fmt.example.splitlines()))
    scores = {(other.family, other.name): other.sniff(sample) for _, other in FORMATS}

    assert (fmt.family, fmt.read_as or fmt.name) == max(scores, key=lambda name: scores[name])
    assert max(scores.values()) > 0
    assert all(0 <= score <= 100 for score in scores.values())


def test_nothing_is_sniffed_in_nothing(fmt: Format) -> None:
    prose = ("It was a bright cold day in April,", "and the clocks were striking thirteen.", "", "?! {} 100% -- end.")

    assert fmt.sniff(Sample(())) == 0
    assert fmt.sniff(Sample(("", ""))) == 0
    assert fmt.sniff(Sample(prose)) == 0


def test_example_is_read(family: Family, fmt: Format) -> None:
    items, lines = read(fmt, fmt.example)
    boards = list(boards_of(items))

    assert boards
    assert not [item for item in items if isinstance(item, Reject)]
    assert lines.tally.total() == len(fmt.example.splitlines())
    for board in boards:
        assert family.name == board.family
        assert board.text == family.canonical(board.text)
        assert family.variant(board.text) == board.variant
        assert board.line >= 1


def test_what_is_written_is_read_again(fmt: Format) -> None:
    if fmt.write is None:
        return
    boards = list(boards_of(read(fmt, fmt.example)[0]))
    items, _ = read(fmt, "".join(write(boards, fmt)))

    assert [board.text for board in boards] == [board.text for board in boards_of(items)]


@given(st.sampled_from(FORMATS), st.data())
def test_damaged_files_lose_no_line(chosen: tuple[Family, Format], data: st.DataObject) -> None:
    _, fmt = chosen
    text = fmt.example * data.draw(st.integers(1, 3))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        noise = data.draw(
            st.text(st.characters(codec="utf-8", exclude_characters="\r\x0b\x0c\x1c\x1d\x1e\x85"), max_size=5)
        )
        text = text[:at] + noise + text[at + data.draw(st.integers(0, 5)) :]
    items, lines = read(fmt, text)

    assert lines.tally.total() == len(text.splitlines())
    assert all(item.reason for item in items if isinstance(item, Reject))
