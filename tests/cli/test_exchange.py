"""What is exported comes back as it was; parts share no equivalent boards; other programs can read it."""

from __future__ import annotations

import json
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from cli.splitting import Split
from solvers.likeness import likeness
from solvers.reading import writer
from solvers.sudoku import FAMILY
from solvers.sudoku.analysis import canonical_forms
from tests.cli.conftest import EASY, HOSTILE, SEVERAL, SOLVED, Cli

pytestmark = pytest.mark.usefixtures("solved")
OWN = ("batch", "board", "same_as", "time")  # keys of the database that the board is in


def _boards(cli: Cli, *args: str) -> list[dict[str, object]]:
    rows = [json.loads(line) for line in cli("results", "--jsonl", *args).stdout.splitlines()]
    return [{name: value for name, value in row.items() if name not in OWN} for row in rows]


@pytest.mark.parametrize("ending", ["csv", "jsonl", "parquet", "db"])
def test_an_import_of_an_export_loses_nothing(ending: str, cli: Cli, tmp_path: Path) -> None:
    path, other = tmp_path / f"export.{ending}", tmp_path / "other.db"

    exported = cli("export", "-o", path)
    imported = cli("import", path, "--database", other)

    assert (exported.exit_code, imported.exit_code) == (0, 0), exported.stderr + imported.stderr
    assert "7 boards (4 with their answers, 3 already known, 0 to be solved)" in imported.stderr
    assert _boards(cli) == _boards(cli, "--database", str(other))


BY_ENGINE = (
    "engine.name, verdict, count, count_is_exact, big_count, solution, witness, reason, nodes, solve_ns FROM {table}"
    " JOIN engine ON engine.id = engine_id"
)
LOGICAL = {
    "batches": "SELECT name, created_at, complete, priority, solution_limit, time_limit_s, boards, known, rejects,"
               " listing, options FROM batch ORDER BY id",
    "sources": "SELECT name, format, lines, boards, rejects, blank, comment, complete, error FROM source ORDER BY id",
    "boards": "SELECT source.name, family, variant.name, line, label, text, givens, hash, stated, fields, same_as"
              " FROM board JOIN variant ON variant.id = variant_id JOIN source ON source.id = source_id"
              " ORDER BY board.id",
    "answers": f"SELECT board_id, {BY_ENGINE.format(table='answer')} ORDER BY board_id",
    "others": f"SELECT board_id, kind, {BY_ENGINE.format(table='other_answer')} ORDER BY other_answer.id",
    "solutions": "SELECT board_id, ordinal, text FROM solution ORDER BY board_id, ordinal",
    "listings": "SELECT board_id, batch_id, solutions, complete FROM listing ORDER BY board_id",
    "rejects": 'SELECT source.name, line, "column", reject.lines, reason, raw FROM reject'
               " JOIN source ON source.id = source_id ORDER BY reject.id",
    "notes": "SELECT source.name, line, text FROM note JOIN source ON source.id = source_id ORDER BY note.id",
}  # fmt: skip


def _contents(path: Path) -> dict[str, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(path)) as database:
        return {name: list(database.execute(query)) for name, query in LOGICAL.items()}


def test_an_archive_holds_the_whole_database(cli: Cli, solved: Path, tmp_path: Path) -> None:
    path, other = tmp_path / "export.db", tmp_path / "other.db"
    with closing(sqlite3.connect(solved)) as database, database:
        columns = "board_id, chunk_id, verdict, count, count_is_exact, big_count, solution, nodes, solve_ns"
        database.execute("INSERT INTO engine (id, name) VALUES (99, 'second-look/1')")
        database.execute(
            f"INSERT INTO other_answer (kind, engine_id, {columns}) SELECT 'rerun', 99, {columns} FROM answer"  # noqa: S608
        )
        database.execute(
            "UPDATE answer SET count = 9223372036854775807, big_count = '9223372036854775808' WHERE count = 2"
        )
        database.execute("UPDATE board SET stated = '123', fields = '{\"rating\": \"7.1\"}' WHERE label IS NOT NULL")
        database.execute("UPDATE batch SET listing = 1")
        database.execute("INSERT INTO solution SELECT board_id, 1, solution FROM answer WHERE solution IS NOT NULL")
        database.execute("INSERT INTO solution SELECT board_id, 2, witness FROM answer WHERE witness IS NOT NULL")
        database.execute("INSERT INTO listing SELECT board_id, 1, 2, 1, 0 FROM answer WHERE witness IS NOT NULL")
        database.execute("INSERT INTO note (source_id, line, text) VALUES (2, 1, 'assumed')")

    exported = cli("export", "all", "-o", path)
    imported = cli("import", path, "--database", other)

    assert (exported.exit_code, imported.exit_code) == (0, 0), exported.stderr + imported.stderr
    before, after = _contents(solved), _contents(other)
    assert all(before.values())
    for name, rows in before.items():
        assert rows == after[name], name


def test_an_answer_that_does_not_pass_the_check_is_not_taken(cli: Cli, tmp_path: Path) -> None:
    path, other = tmp_path / "export.jsonl", tmp_path / "other.db"
    cli("export", "--verdict", "unique", "--distinct", "-o", path)
    path.write_text(path.read_text().replace(SOLVED, SOLVED[::-1]))

    done = cli("import", path, "--database", other)

    assert done.exit_code == 3
    assert f"{path}:1: kept without its answer" in done.stderr
    assert [row["verdict"] for row in _boards(cli, "--database", str(other))] == ["pending"]


@pytest.mark.parametrize(
    "text",
    ["hello\n", "", "a,b\n1,2\n", '{"text": 1}\n', "{broken\n",
     '{"family": "chess", "variant": "", "text": "x", "verdict": ""}'],
)  # fmt: skip
def test_what_is_no_export(text: str, cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "file.jsonl"
    path.write_text(text)

    done = cli("import", path, "--database", tmp_path / "other.db")

    assert done.exit_code in (2, 3)
    assert str(path) in done.stderr
    assert "Traceback" not in done.stderr


def test_a_database_for_datasette(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "boards.db"
    cli("export", "-o", path)

    with closing(sqlite3.connect(path)) as found:
        views = {
            row[0]: found.execute("SELECT count(*) FROM " + row[0]).fetchone()[0]  # noqa: S608 - our own views
            for row in found.execute("SELECT name FROM sqlite_master WHERE type = 'view'").fetchall()
        }
        rejects = found.execute("SELECT source, line, reason FROM rejects").fetchall()
        limits = found.execute("SELECT solution_limit, time_limit_s FROM batches").fetchall()

    assert views["unique_boards"] == 3
    assert views["boards_with_several_solutions"] == 2
    assert views["impossible_boards"] == 2
    assert views["duplicates"] == 3
    assert rejects == [("broken.txt", 1, "expected 81 cells, got 80")]
    assert limits == [(2, 10.0)]


def test_a_database_that_exists_is_not_overwritten(cli: Cli, solved: Path) -> None:
    done = cli("export", "-o", solved)

    assert done.exit_code == 2
    assert "exists" in done.stderr


def test_sdm(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "boards.sdm"

    cli("export", "--source", HOSTILE, "-o", path)

    assert EASY.replace(".", "0") + "\n" == path.read_text()


def test_a_judges_words_need_a_judges_format(cli: Cli) -> None:
    done = cli("export", "--to", "judge")

    assert done.exit_code == 2
    assert "zoj3122" in done.stderr


def test_a_native_format(cli: Cli) -> None:
    done = cli("export", "--to", "grid", "--source", HOSTILE)

    assert EASY[:9] in done.stdout.splitlines()


def test_a_form_must_be_known(cli: Cli, tmp_path: Path) -> None:
    assert cli("export").exit_code == 2
    assert "--to" in cli("export", "-o", tmp_path / "x.xyz").stderr
    assert "expected a form (table, csv" in cli("export", "--to", "bogus").stderr


def test_parts_are_whole_and_apart(cli: Cli, tmp_path: Path) -> None:
    done = cli("export", "--split", "train=50,test=50", "-o", tmp_path / "set.jsonl")

    parts = [[json.loads(line)["text"] for line in (tmp_path / f"set-{name}.jsonl").read_text().splitlines()]
             for name in ("train", "test")]  # fmt: skip
    assert done.exit_code == 0
    assert sum(map(len, parts)) == 7
    assert not set(parts[0]) & set(parts[1])


def test_parts_share_no_equivalent_boards(cli: Cli, tmp_path: Path) -> None:
    rng = random.Random(11)
    boards = [_disguised(base, rng) for base in (EASY, SEVERAL, *_relatives(30, rng)) for _ in range(4)]
    (tmp_path / "boards.txt").write_text("\n".join(boards) + "\n")
    database = ("--database", tmp_path / "set.db")
    cli("submit", tmp_path / "boards.txt", *database)

    done = cli("export", "--split", "train=60,test=40", "-o", tmp_path / "set.jsonl", *database)

    parts = [[json.loads(line)["text"] for line in (tmp_path / f"set-{name}.jsonl").read_text().splitlines()]
             for name in ("train", "test")]  # fmt: skip
    forms = [set(canonical_forms(part)) for part in parts]
    assert done.exit_code == 0
    assert sum(map(len, parts)) == len(boards)
    assert len(forms[0] | forms[1]) == 32
    assert forms[0]
    assert forms[1]
    assert not forms[0] & forms[1]


def _relatives(count: int, rng: random.Random) -> list[str]:
    """Boards with two givens less than EASY, each another two."""
    given = [cell for cell, symbol in enumerate(EASY) if symbol != "."]
    pairs = rng.sample([(one, other) for one in given for other in given if one < other], count)
    return ["".join("." if cell in pair else symbol for cell, symbol in enumerate(EASY)) for pair in pairs]


@pytest.mark.parametrize("parts", ["train", "train=1", "a=1,a=1", "a=x,b=1", "a=0,b=1"])
def test_wrong_parts(parts: str, cli: Cli, tmp_path: Path) -> None:
    assert cli("export", "--split", parts, "-o", tmp_path / "set.csv").exit_code == 2


def test_equivalent_boards_are_alike_and_others_are_not() -> None:
    rng = random.Random(5)
    twins = [_disguised(EASY, rng) for _ in range(20)]
    moved = EASY[1:] + EASY[:1]

    assert {likeness("sudoku", EASY)} == {likeness("sudoku", twin) for twin in twins}
    assert likeness("sudoku", EASY) != likeness("sudoku", moved)
    assert likeness("sudoku", EASY) != likeness("sudoku", EASY.replace("1", ".", 1))


def _disguised(text: str, rng: random.Random) -> str:
    """The board with digits renamed, rows and columns moved inside bands, bands moved, and perhaps transposed."""
    names = rng.sample("123456789", 9)
    order = [[3 * band + row for band in rng.sample(range(3), 3) for row in rng.sample(range(3), 3)] for _ in range(2)]
    grid = [[text[9 * row + column] for column in order[1]] for row in order[0]]
    if rng.random() < 0.5:
        grid = [list(row) for row in zip(*grid, strict=True)]
    return "".join(names[int(cell) - 1] if cell != "." else "." for row in grid for cell in row)


def test_parts_have_about_their_shares() -> None:
    rng = random.Random(7)
    split = Split((("train", 0.8), ("test", 0.2)))

    parts = [split.part("sudoku", "".join(rng.choice("....123") for _ in range(16))) for _ in range(1000)]

    assert 700 < parts.count("train") < 900


def test_shares_of_parts_add_up_to_100_and_a_large_group_is_told(cli: Cli, tmp_path: Path) -> None:
    rng = random.Random(7)
    (tmp_path / "twins.txt").write_text("".join(f"{_disguised(EASY, rng)}\n" for _ in range(20)))
    cli("submit", tmp_path / "twins.txt")

    wrong = cli("export", "--split", "train=80,test=30", "-o", tmp_path / "set.csv")
    told = cli("export", "--split", "train=80,test=20", "-o", tmp_path / "set.csv")

    assert (wrong.exit_code, told.exit_code) == (2, 0)
    assert "add up to 100, got 110" in wrong.stderr
    assert "20 of 20 boards are equivalent or may be, and stay together" in told.stderr


def test_an_import_that_is_cut_off_leaves_no_batch_to_be_taken_for_whole(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "two.txt").write_text(f"{EASY}\n{SEVERAL}\n")
    cli("submit", tmp_path / "two.txt")
    cli("export", "-o", tmp_path / "two.tsv")
    with (tmp_path / "two.tsv").open("a") as file:
        file.write("cut off")
    monkeypatch.setattr("cli.importing.AT_ONCE", 1)
    other = ("--database", tmp_path / "other.db")

    done = cli("import", tmp_path / "two.tsv", *other)
    again = cli("resume", "1", *other)

    assert done.exit_code != 0
    assert "was cancelled: mend the file and import it again" in done.stderr
    assert "record 3: expected as many cells" in str(done.exception) + done.stderr
    assert "being imported from" in str(again.exception) + again.stderr


@pytest.mark.parametrize("form", [f.name for f in FAMILY.formats if f.write and f.name not in ("sdm", "judge")])
def test_a_native_format_is_a_whole_file(form: str, cli: Cli, tmp_path: Path) -> None:
    """With its head and tail, once a file; also where it is cut into parts, or holds no board."""
    whole, none = tmp_path / "whole.txt", tmp_path / "none.txt"
    exported = cli("export", "--verdict", "unique", "--to", form, "-o", whole)
    if exported.exit_code == 2:
        assert "cannot be written as" in exported.stderr
        return
    read = writer(form).read_as or form
    back = cli("solve", "--format", read, "--jsonl", "--columns", "solution", whole)

    assert [json.loads(line)["solution"] for line in back.stdout.splitlines()] == [SOLVED] * 3, back.stderr
    counted = "{}\n" if writer(form).counted else ""
    assert whole.read_text().startswith(counted.format(3) + writer(form).head)
    assert whole.read_text().endswith(writer(form).tail)
    assert cli("export", "--label", "absent", "--to", form, "-o", none).exit_code == 0
    assert none.read_text() == counted.format(0) + writer(form).head + writer(form).tail
    cli("export", "--verdict", "unique", "--to", form, "--split", "a=50,b=50", "-o", whole)
    parts = [(tmp_path / f"whole-{part}.txt").read_text() for part in "ab"]
    assert all(part.startswith(writer(form).head) and part.endswith(writer(form).tail) for part in parts)
