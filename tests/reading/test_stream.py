"""From bytes to the report: what happens on the way, and that the account adds up."""

from __future__ import annotations

import bz2
import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.core import Block, MalformedError, Reject
from solvers.reading import Event, Note, Opened, Report, Source, SourceError, UnknownFormatError, read, stream
from solvers.reading.format import Format
from tests.reading.formats import BROKEN, COLUMNS, LAZY, NOISY, WORDS


def events(data: str | bytes, *formats: Format, variant: str = "") -> list[Event]:
    return list(stream(Source.of(data, "it"), among=formats or (WORDS,), variant=variant))


def texts(found: list[Event]) -> list[str]:
    return [text for event in found if isinstance(event, Block) for text in event.texts]


def report(found: list[Event]) -> Report:
    last = found[-1]
    assert isinstance(last, Report)
    return last


def notes(found: list[Event]) -> list[str]:
    return [event.text for event in found if isinstance(event, Note)]


def test_a_source_is_opened_read_and_reported() -> None:
    found = events("abc\n\n# no\nABC\nxyz")

    assert found == [
        Opened("it", 17, "words", "words"),
        Reject("it", 4, 0, "expected lower-case letters", "ABC"),
        Block("words", "3", ("abc", "xyz"), (1, 5)),
        Report("it", "words", "words", 5, 2, 1, 1, 1, 2, 1),
    ]


def test_blocks_hold_one_variant_in_the_order_of_the_source() -> None:
    found = events("ab\ncd\nefg\nhi\n")

    blocks = [event for event in found if isinstance(event, Block)]
    assert [(b.variant, b.texts) for b in blocks] == [("2", ("ab", "cd")), ("3", ("efg",)), ("2", ("hi",))]


@pytest.mark.parametrize("form", [WORDS, COLUMNS])
def test_blocks_hold_at_most_5000_boards(form: Format) -> None:
    found = events("abc\n" * 12000, form)

    sizes = [len(event.texts) for event in found if isinstance(event, Block)]
    numbers = [line for event in found if isinstance(event, Block) for line in event.lines]
    assert max(sizes) == 5000
    assert numbers == list(range(1, 12001))


def test_the_variant_that_the_user_names_reaches_the_format() -> None:
    found = events("abc\n", variant="mine")

    assert [event.variant for event in found if isinstance(event, Block)] == ["mine"]


def test_an_empty_source_is_noted() -> None:
    found = events("")

    assert notes(found) == ["the source is empty"]
    assert report(found) == Report("it")
    assert not report(found).ok()


def test_blank_lines_alone_are_counted() -> None:
    found = events("\n \n")

    assert notes(found) == ["0 boards"]
    assert report(found) == Report("it", lines=2, blank_lines=2)


def test_what_no_format_knows_is_one_reject_of_all_its_lines() -> None:
    found = events("ABC\n\nDEF\n")

    assert found[1] == Reject("it", 1, 0, "no format recognised this; tried words:words", "ABC\n\nDEF", 3)
    assert report(found) == Report("it", lines=3, rejected_lines=3, rejects=1)


def test_a_tie_of_formats_is_no_guess() -> None:
    found = events("abc\n", WORDS, COLUMNS)

    assert isinstance(found[1], Reject)
    assert found[1].reason == "ambiguous: may be words:words or words:columns; say which with --format"


def test_the_named_format_is_not_asked() -> None:
    found = list(stream(Source.of("ABC", "it"), format="words:columns", among=(WORDS, COLUMNS)))

    assert texts(found) == ["ABC"]


def test_an_unknown_format_is_an_error_at_once() -> None:
    with pytest.raises(UnknownFormatError, match="expected a format \\(words\\), got 'x'"):
        stream("nowhere", format="x", among=(WORDS,))


def test_lines_that_a_format_leaves_unread_are_our_own_error() -> None:
    found = events("abc\nabc\n", LAZY)

    assert report(found).error == "internal error: 1 of 2 lines accounted for"


def test_a_format_that_fails_ends_its_source_only() -> None:
    found = events("abc\nabc\n", BROKEN)

    assert texts(found) == ["abc"]
    assert report(found).error == "format broken failed at line 1: by zero"


def test_the_same_note_is_passed_on_once_and_counted() -> None:
    found = events("a\nb\nc\n", NOISY)

    assert notes(found) == ["is a word", "3 times: is a word"]


def test_a_missing_file_is_a_report() -> None:
    found = list(stream("no/such/file", among=(WORDS,)))

    assert found == [
        Opened("no/such/file", 0, "", ""),
        Report("no/such/file", complete=False, error="No such file or directory"),
    ]


def test_folders_and_globs_are_read_by_name(tmp_path: Path) -> None:
    for name in ("b.txt", "a.txt", ".hidden", "__MACOSX/c.txt", "d/e.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("abc\n")

    folder = [event.source for event in stream(tmp_path, among=(WORDS,)) if isinstance(event, Opened)]
    globbed = [event.source for event in stream(f"{tmp_path}/*.txt", among=(WORDS,)) if isinstance(event, Opened)]
    assert folder == [str(tmp_path / name) for name in (".hidden", "a.txt", "b.txt", "d/e.txt")]
    assert globbed == [str(tmp_path / name) for name in ("a.txt", "b.txt")]


def test_a_glob_without_a_match_and_an_empty_folder_say_so(tmp_path: Path) -> None:
    found = list(stream([f"{tmp_path}/*.x", tmp_path], among=(WORDS,)))

    errors = [event.error for event in found if isinstance(event, Report)]
    assert errors == ["no file matches", "no files in the folder"]


def test_all_members_of_a_gzip_file_are_read() -> None:
    found = events(gzip.compress(b"abc\n") + gzip.compress(b"xyz\n") + b"\0" * 100)

    assert texts(found) == ["abc", "xyz"]
    assert report(found).complete


def test_a_damaged_archive_keeps_what_came_before() -> None:
    packed = gzip.compress("".join(f"{chr(97 + n % 26)}bc\n" for n in range(9999)).encode())

    found = events(packed[:-40])

    assert len(texts(found)) > 5000
    assert report(found).error == "damaged archive: the compressed stream ends too early"
    assert not report(found).complete


def test_a_board_for_people_is_read_with_its_source() -> None:
    boards = list(read(Source.of("abc\n", "it"), among=(WORDS,)))

    assert [(board.text, board.source, board.line) for board in boards] == [("abc", "it", 1)]


def test_people_get_the_first_reject_as_an_error_or_collect_them() -> None:
    rejects: list[Reject] = []
    boards = list(read(Source.of("abc\nABC\n", "it"), among=(WORDS,), rejects=rejects.append))

    assert [board.text for board in boards] == ["abc"]
    assert [reject.line for reject in rejects] == [2]
    with pytest.raises(MalformedError, match="it:2: expected lower-case letters"):
        list(read(Source.of("abc\nABC\n", "it"), among=(WORDS,)))
    with pytest.raises(SourceError, match="nowhere: No such file"):
        list(read("nowhere", among=(WORDS,)))


@given(st.binary(max_size=300), st.sampled_from([WORDS, COLUMNS, NOISY]))
def test_the_lines_of_any_bytes_add_up(data: bytes, form: Format) -> None:
    account = report(list(stream(Source.of(data), among=(form,))))

    sums = account.board_lines + account.rejected_lines + account.blank_lines + account.comment_lines
    assert sums == account.lines
    assert not account.error.startswith(("internal", "format"))


def test_an_unrecognised_text_that_is_cut_off_adds_up() -> None:
    data = bz2.compress(b"name\tboard\nn0\tno bo") + bz2.compress(b"ard at all")[:-9]

    *_, report = stream(Source.of(data))

    assert isinstance(report, Report)
    assert (report.lines, report.rejected_lines, report.comment_lines) == (2, 2, 0)
