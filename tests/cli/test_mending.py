"""Rejects leave as a file, are mended in it, and come back as boards at their old places."""

from __future__ import annotations

import gzip
import json
import os
import sys
import zipfile
from pathlib import Path

import pytest

from solvers.reading import Source, read, stream
from solvers.reading.events import Report
from tests.cli.conftest import EASY, Cli

SHORT = EASY[:80]
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
GRID = [EASY[at : at + 9] for at in range(0, 81, 9)]


def archive(folder: Path) -> None:
    """Sources of several formats, each with good boards and bad ones."""
    (folder / "lines.txt").write_text(f"# list\n{EASY} good\n{SHORT}\n\n{SHORT}! second\n")
    (folder / "table.csv").write_text(f"id,puzzle,level\n1,{EASY},easy\n2,{SHORT},hard\n")
    (folder / "grids.txt").write_text("\n".join([*GRID, "Grid 02", *GRID[:4], GRID[4][:8], *GRID[5:]]) + "\n")
    (folder / "notes.txt").write_text("#!gridmill at home\nnothing here is a board, 1 or 2\n")
    with zipfile.ZipFile(folder / "old.zip", "w") as packed:
        packed.writestr("set 1/a.sdm", f"{EASY}\n{SHORT}\n")


def test_rejects_are_mended_and_submitted_again(cli: Cli, tmp_path: Path) -> None:
    folder, mend = tmp_path / "old", tmp_path / "mend.txt"
    folder.mkdir()
    archive(folder)
    first = cli("submit", folder)

    exported = cli("rejects", "--export", mend)

    assert first.exit_code == 3
    assert exported.exit_code == 0
    assert "6 rejected stretches" in exported.stderr
    assert f"\n{SHORT}\n" in mend.read_text()
    assert "nothing here is a board, 1 or 2\n" in mend.read_text()

    text = mend.read_text().replace(f"{SHORT}!", f"{SHORT}8").replace(f"{GRID[4][:8]}\n", f"{GRID[4]}\n")
    text = text.replace(f"\n{SHORT}\n", f"\n{EASY}\n").replace(f"2,{SHORT},", f"2,{EASY},")
    mend.write_text(text.replace("\n", "\r\n"), newline="")  # as an editor on Windows leaves it
    again = cli("submit", mend)

    assert again.exit_code == 3  # what is no board still is none
    assert "5 boards (0 new, 5 already known), 1 rejected" in again.stderr
    rows = [
        json.loads(line)
        for line in cli("results", "2", "--jsonl", "--columns", "source,line,label").stdout.splitlines()
    ]
    assert {(Path(row["source"]).name, row["line"]) for row in rows} == {
        ("grids.txt", 11), ("lines.txt", 3), ("lines.txt", 5), ("a.sdm", 2), ("table.csv", 3),
    }  # fmt: skip
    assert all(row["source"].startswith(str(folder)) for row in rows)
    assert [row["label"] for row in rows if row["source"].endswith("grids.txt")] == ["Grid 02"]


def test_a_file_that_was_not_mended_gives_the_same_rejects(cli: Cli, tmp_path: Path) -> None:
    folder, mend = tmp_path / "old", tmp_path / "mend.txt"
    folder.mkdir()
    archive(folder)
    cli("submit", folder)
    cli("rejects", "--export", mend)

    cli("submit", mend)

    before, after = (
        [
            (row["source"], row["line"], row["raw"])
            for row in map(json.loads, cli("rejects", n, "--jsonl").stdout.splitlines())
        ]
        for n in ("1", "2")
    )
    assert sorted(before) == sorted(after)


def test_lines_of_a_mended_source_add_up(cli: Cli, tmp_path: Path) -> None:
    folder, mend = tmp_path / "old", tmp_path / "mend.txt"
    folder.mkdir()
    archive(folder)
    cli("submit", folder)
    cli("rejects", "--export", mend)

    for report in (event for event in stream(mend) if isinstance(event, Report)):
        assert report.lines == report.rejected_lines + report.blank_lines + report.comment_lines + report.board_lines


def test_marks_that_were_damaged_are_told() -> None:
    (report,) = (event for event in stream(Source.of("#!gridmill rejects: x\n#!gridmill at {oops\n1\n"))
                 if isinstance(event, Report))  # fmt: skip

    assert "expected a mark" in report.error


def test_boards_without_a_mark_are_read_where_they_stand() -> None:
    text = f'#!gridmill rejects\n#!gridmill at {{"source": "a.txt", "line": 7}}\n#!gridmill raw #!gridmill x\n{EASY}\n'

    (board,) = read(Source.of(text))

    assert (board.source, board.line, board.text) == ("a.txt", 8, EASY)


def test_a_mended_row_is_read_under_the_heading_of_its_table(cli: Cli, tmp_path: Path) -> None:
    table, mend = tmp_path / "table.csv", tmp_path / "mend.txt"
    table.write_text(f"id,solution,puzzle\n1,{SOLVED},{EASY}\n2,{SOLVED},{SHORT}\n")
    cli("submit", table)
    cli("rejects", "--export", mend)
    mend.write_text(mend.read_text().replace(f",{SHORT}\n", f",{EASY}\n"))

    boards = list(read(mend))

    assert [(board.text, board.label, board.stated, board.line, board.fields) for board in boards] == [
        (EASY.replace("0", "."), "2", SOLVED, 3, None)
    ]


@pytest.mark.parametrize(
    "before", [f"id,solution,puzzle\n1,{SOLVED},{EASY}\n", f"{EASY}\n" * 1000], ids=["csv", "line"]
)
def test_a_mended_row_is_read_under_the_last_heading_before_it(cli: Cli, tmp_path: Path, before: str) -> None:
    table, mend = tmp_path / "table.csv", tmp_path / "mend.txt"
    rows = f"id,puzzle,solution\n2,{SHORT},{SOLVED}\nid,solution,puzzle\n3,{SOLVED},{EASY}\n4,{SOLVED},{SHORT}\n"
    table.write_text(before + rows)
    cli("submit", table)
    cli("rejects", "--export", mend)
    mend.write_text(mend.read_text().replace(SHORT, EASY))

    boards = list(read(mend))

    end = len(table.read_text().splitlines())
    assert [(board.text, board.label, board.stated, board.line) for board in boards] == [
        (EASY.replace("0", "."), "2", SOLVED, end - 3),
        (EASY.replace("0", "."), "4", SOLVED, end),
    ]


def test_rejects_name_the_sources_that_could_not_be_read(cli: Cli, tmp_path: Path) -> None:
    good, cut, empty = (tmp_path / name for name in ("good.txt", "cut.gz", "empty.zip"))
    good.write_text(f"{EASY}\n")
    cut.write_bytes(gzip.compress(f"{EASY}\n".encode() * 50)[:-20])
    with zipfile.ZipFile(empty, "w"):
        pass
    cli("submit", good, cut, empty)

    done = cli("rejects")

    told = [line for line in done.stderr.splitlines() if str(tmp_path) in line]
    assert [line.split(": ")[0] for line in told] == [str(cut), str(empty)]


@pytest.mark.skipif(sys.platform == "darwin", reason="its file names are UTF-8")
def test_file_names_that_are_no_utf_8_stay_apart(cli: Cli, tmp_path: Path) -> None:
    for name in (b"a\xff.txt", b"a\xfe.txt"):
        (tmp_path / os.fsdecode(name)).write_text(f"{EASY[:80]}\n")
    cli("submit", tmp_path)

    lines = cli("rejects", "--jsonl").stdout.splitlines()

    assert len({json.loads(line)["source"] for line in lines}) == 2


NAME = "<name>News &amp; more</name>"
XML_1 = f'''<opensudoku>
{NAME}
 <game data="{EASY}"/>
 <game data="{SHORT}$$"/>
 <game data="{EASY[::-1]}"/>
 <game data="{SHORT}!"/>
</opensudoku>
'''
XML_2 = f'''<opensudoku version="2">
 <folder name="News &amp; more" created="0"><game data="version: 2&#10;{"0|0|1|" * 40}$|0|1|{"0|0|1|" * 40}" /></folder>
 <folder name="b"><game data="{EASY}" /></folder>
</opensudoku>
'''
DAMAGED = f'<opensudoku>\n{NAME}\n<game data={SHORT}9" />\n<game data="{EASY}" />\n</opensudoku>\n'


@pytest.mark.parametrize(
    ("text", "bad", "good"),
    [
        (XML_1, [f"{SHORT}$$", f"{SHORT}!"], [EASY, f"9{EASY[1:]}"]),
        (XML_2, ["$|0|1|"], ["5|0|0|"]),
        (DAMAGED, ["data="], ['data="']),
    ],
    ids=["version 1", "version 2", "damaged"],
)
def test_games_in_xml_are_mended_in_their_tags(
    cli: Cli, tmp_path: Path, text: str, bad: list[str], good: list[str]
) -> None:
    source, mend = tmp_path / "news.opensudoku", tmp_path / "mend.txt"
    source.write_text(text)
    cli("submit", source)
    cli("rejects", "--export", mend)
    rejects = json.loads(f"[{','.join(cli('rejects', '--jsonl').stdout.splitlines())}]")

    spoilt = text.split("\n")
    assert all(spoilt[each["line"] - 1][each["column"] - 1] in "$!<.53" for each in rejects)
    mended = mend.read_text()
    for one, other in zip(bad, good, strict=True):
        mended = mended.replace(one, other, 1)
    mend.write_text(mended)
    again = cli("submit", mend)

    assert again.exit_code == 0, again.stderr
    rows = [json.loads(line) for line in cli("results", "2", "--jsonl").stdout.splitlines()]
    assert [row["line"] for row in rows] == [each["line"] for each in rejects]
    boards = list(read(mend))
    assert [(each.source, (each.fields or {})["collection"]) for each in boards] == [
        (str(source), "News & more")
    ] * len(bad)
