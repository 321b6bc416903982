"""Folders are read whole, and what cannot be read of one is told; long comments before boards hide none."""

from __future__ import annotations

from pathlib import Path

import pytest

from solvers.reading import Report, Source, read, stream

PAPER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_a_folder_is_read_whole(tmp_path: Path) -> None:
    folder, elsewhere = tmp_path / "in", tmp_path / "elsewhere"
    for path in (folder / "a.txt", folder / ".hidden.txt", folder / ".old" / "b.txt", elsewhere / "c.txt"):
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(f"{PAPER}\n")
    (folder / ".git").mkdir()
    (folder / ".git" / "index").write_text("x")
    (folder / "link").symlink_to(elsewhere)
    (folder / "round").symlink_to(folder)
    (folder / "dead.txt").symlink_to(tmp_path / "nowhere")

    reports = [event for event in stream(folder) if isinstance(event, Report)]

    names = {str(Path(each.source).relative_to(folder)): each.error for each in reports}
    assert names == {
        "a.txt": "",
        ".hidden.txt": "",
        ".old/b.txt": "",
        "link/c.txt": "",
        "dead.txt": "a link that leads nowhere",
    }


@pytest.mark.parametrize("heading", ["", "id;puzzle\n"])
def test_boards_behind_a_long_comment_are_read(heading: str) -> None:
    text = "# an author, another; and more\n" * 3000 + heading + (f"1;{PAPER}\n" if heading else f"{PAPER}\n") * 3

    found = list(read(Source.of(text)))

    assert [(each.text, each.line) for each in found] == [(PAPER, 3001 + bool(heading) + at) for at in range(3)]
