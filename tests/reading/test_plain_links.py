"""What the native code reads of plain links is what the closer look makes of them, however they are spoilt."""

from __future__ import annotations

import json
import random
import zlib
from base64 import b64decode, b64encode

import pytest

from solvers.core import Board
from solvers.reading import Source, read
from solvers.reading.writing import write, writer
from solvers.sudoku.formats import fpuzzles, penpa_problem
from solvers.sudoku.formats.lzstring import compress, decompress
from tests.reading.test_alike import BOARDS, told

REGIONS = "AABBBBCCCAAABBBCCCAAAABBCCC" + "DDDEEEFFF" * 3 + "GGGHHHIII" * 3
SIXES = "2x3:" + "12...." * 6
FIVES = "..5..2...1.............32;regions:AAABBAACBBDCCCBDDCEEDDEEE"
SYMBOLS = '0123456789{}[],":zNET- '
LOAD = "https://f-puzzles.com/?load="
PENPA = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="


def changed(text: str, by: random.Random) -> str:
    """With a few symbols more, less or other than before."""
    for _ in range(by.randrange(3)):
        at = by.randrange(len(text))
        text = text[:at] + by.choice(("", by.choice(SYMBOLS), text[at] + by.choice(SYMBOLS))) + text[at + 1 :]
    return text


def inflated(data: str) -> str:
    return zlib.decompress(b64decode(data), -15).decode()


def deflated(text: str) -> str:
    engine = zlib.compressobj(1, zlib.DEFLATED, -15)
    return b64encode(engine.compress(text.encode()) + engine.flush()).decode()


def links(name: str, by: random.Random, count: int) -> list[str]:
    """Links to boards that are more or less plain, spoilt inside."""
    texts = [*BOARDS, *BOARDS, f"{BOARDS[0]};regions:{REGIONS}", SIXES, FIVES]
    texts += [f"{BOARDS[0]};diagonals", f"{BOARDS[0]};cages:15=r1c1+r1c2,9=r3c3+r4c3"] if name == "f-puzzles" else []
    marks = {"marks": " ".join(by.choices((".", "12", "379"), k=81))}
    fields = (None, marks, {"placed": BOARDS[0].replace(".", "1", 3)}, {"author": "N \u00e9 \U0001f9e9"})
    boards = [Board("sudoku", "", by.choice(texts), label="a board", fields=by.choice(fields)) for _ in range(count)]
    written = [text.strip() for text in write(boards, writer(name))]
    if name == "f-puzzles":
        return [LOAD + compress(changed(decompress(text.removeprefix(LOAD)), by)) for text in written]
    insides = [inflated(text.removeprefix(PENPA)) for text in written]
    candidates = ('["124",1,"7"]', '["",1,"7"]', '[[0,1,1,0,0,0,0,0,1],1,"7"]', '["4",2,"1"]')
    insides = [text.replace('[1,1,"1"]', by.choice(candidates), by.randrange(2)) for text in insides]
    return [PENPA + deflated(changed(text, by)) for text in insides]


@pytest.mark.parametrize("name", ["f-puzzles", "penpa"])
def test_plain_links_are_what_a_closer_look_finds(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "\n".join(links(name, random.Random(name), 150))
    plain = told(name, text)
    monkeypatch.setattr(fpuzzles, "plain_grid", lambda _: None)
    monkeypatch.setattr(penpa_problem, "plain_problem", lambda *_: None)

    boards, rejects, *_ = plain
    assert 40 < len(boards) < 150 > len(rejects) > 10  # type: ignore[arg-type]
    assert plain == told(name, text)


CELLS = '"cells":["R1C2","R1C1"]'
CAGES = (
    f'{{{CELLS},"value":"15"}}', f'{{"value":3,"outlineC":"#000",{CELLS}}}', '{"cells":["R9C9"],"value":"9"}',
    f'{{{CELLS}}}', f'{{{CELLS},"value":"0"}}', f'{{{CELLS},"value":"015"}}', f'{{{CELLS},"value":"4","value":"5"}}',
    '{"cells":["R1C1","R1C1"],"value":"5"}', '{"cells":["r1c1"],"value":"5"}', '{"cells":["R1C0"],"value":"5"}',
    '{"cells":[],"value":"5"}', f'{{{CELLS},"value":"5","fontC":"\\\\"}}', '1',
)  # fmt: skip
MORE = (
    '"diagonal+":true,"diagonal-":true', '"diagonal+":true', '"info":{"killercage":[]}', '"killercage":0',
    '"title":"\\"killercage\\":[]"', '"size":9', '"size":6', '"arrow":[1]',
)  # fmt: skip


def test_plain_cages_are_what_a_closer_look_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    by = random.Random(3)
    texts = []
    for size in by.choices((4, 6, 7, 9), (1, 1, 1, 8), k=250):
        names = by.choice((None, range(size), [0] * size))
        rows = [[{} if names is None else {"region": names[r]} for _ in range(size)] for r in range(size)]
        cages = ",".join(by.choices(CAGES, (9, 9, 9, *[1] * (len(CAGES) - 3)), k=by.randrange(1, 4)))
        members = [f'"grid":{json.dumps(rows, separators=(",", ":"))}', f'"killercage":[{cages}]']
        texts.append("{" + ",".join(members + by.sample(MORE, by.choice((0, 0, 1, 2)))) + "}")
    text = "\n".join(LOAD + compress(text) for text in texts)
    plain = told("f-puzzles", text)
    monkeypatch.setattr(fpuzzles, "plain_grid", lambda _: None)

    boards, rejects, *_ = plain
    assert len(boards) > 30 < len(rejects)  # type: ignore[arg-type]
    assert plain == told("f-puzzles", text)


def test_a_penpa_link_of_five_rows_and_irregular_boxes_comes_back() -> None:
    text = "".join(write([Board("sudoku", "", FIVES)], writer("penpa")))

    (found,) = read(Source.of(text))

    assert (found.text, found.variant) == (FIVES, "5x5/jigsaw")


def test_margins_without_end_are_no_board() -> None:
    (text,) = write([Board("sudoku", "", FIVES)], writer("penpa"))
    spoilt = inflated(text.strip().removeprefix(PENPA)).replace("[0,0,0,0]", "[Infinity,0,0,0]")

    boards, rejects, *_ = told("penpa", PENPA + deflated(spoilt))

    assert (boards, [reject.reason for reject in rejects]) == ([], [penpa_problem.OTHER])
