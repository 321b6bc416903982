"""The games of OpenSudoku's XML, as the parser meets them, with what stands around them."""

from __future__ import annotations

import re
from xml.parsers import expat

LONGEST = 1 << 16  # characters of what is said around games, and of a section
MOST = 1 << 20  # characters of a tag: the parser keeps it, and begins anew with each piece
_OPENED = re.compile(r"<(\w+)")
_AROUND = {name: name for name in ("author", "description", "comment", "created", "level", "source", "sourceURL")} | {
    "name": "collection", "collection": "collection",
}  # fmt: skip
# What stands around games is written at each that has it, because the next one may have none.
OWN = ("collection", "author", "description", "comment", "level", "source", "sourceURL")
WORDS = {"opensudoku", "game", "folder", *_AROUND}
KEPT = ("created", "state", "time", "last_played", "note", "command_stack")


class Games:
    """Collects the games that the XML parser meets, each with its line, and what stands around them.

    It listens to text only inside the elements whose text matters: that is a call less or two for each game.
    """

    def __init__(self, line: int = 1, column: int = 0) -> None:
        """``line`` and ``column`` (from 0) tell where the document begins in the source."""
        self.before = line - 1
        self._begun = line, column
        self.parser = expat.ParserCreate("utf-8")
        self.parser.StartElementHandler = self._start
        self.parser.CharacterDataHandler = self._between
        self.parser.StartCdataSectionHandler = self._open
        self.parser.EndCdataSectionHandler = self._close
        self.parser.buffer_text = True
        self.stray = False  # whether text stands between games, where no word of the format may
        self.found: list[tuple[int, str, dict[str, str]]] = []
        self.unknown: list[tuple[int, str]] = []  # lines and names of elements that are no word of the format
        self._around: dict[str, str] = {}  # replaced and never changed: games have it, too
        self._inside = ""
        self._games = False  # whether one was met behind what was said last
        self._folders = False
        self._section: tuple[int, int] | None = None  # where it was opened

    def again(self, line: int, column: int, word: str, damaged: str) -> Games:
        """What reads on behind damage, at a tag with this word.

        What the damaged text says of what stands around is not known any more.
        """
        games = Games(line, column)
        games.before -= 1  # the line that is fed here
        lost = {_AROUND.get(name, "collection" if name == "folder" else "") for name in _OPENED.findall(damaged)}
        lost.add(_AROUND.get(self._inside, ""))
        if "collection" in lost:
            lost.update(OWN)
        games._around = {key: text for key, text in self._around.items() if key not in lost}
        games._folders, known = self._folders, games._around
        inside = (self._folders or word == "/folder") and word not in ("folder", "/opensudoku")
        games.feed("<opensudoku><folder>\n" if inside else "<opensudoku>\n")
        games._around, games._folders = known, self._folders
        return games

    def feed(self, text: str) -> None:
        """Hands the parser a piece."""
        self.parser.Parse(text, False)

    def place(self) -> tuple[int, int]:
        """Line and column (from 0) up to which all is understood."""
        return self._section or self.at(self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber)

    def most(self) -> int:
        """How many characters may stand behind that place."""
        return LONGEST if self._section else MOST

    def at(self, line: int, column: int) -> tuple[int, int]:
        """The place in the source of one in the document."""
        line += self.before
        return line, column + (self._begun[1] if line == self._begun[0] else 0)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if self._inside:
            self._end(name)
        if name == "game":
            self._games = True
            fields = self._around
            if len(attributes) > 1:
                kept = {key: attributes[key] for key in KEPT if attributes.get(key) not in (None, "", "0")}
                own = {key: attributes[key] for key in OWN if key in attributes}
                fields = fields | kept | own
            self.found.append((self.before + self.parser.CurrentLineNumber, attributes.get("data", ""), fields))
        elif name == "opensudoku":  # perhaps inside one that has no end
            self._around = {}
        elif name == "folder":
            self._folders = True
            self._around = {**self._around, "collection": attributes.get("name", "")}
        elif "data" in attributes:
            self.found.append((self.before + self.parser.CurrentLineNumber, f"<{name}>", {}))  # no game, and refused
        elif name in _AROUND:
            self._inside = name
            # What is said anew begins anew, and with the name of a collection all that was said of the one before.
            over = set(_AROUND.values()) if _AROUND[name] == "collection" and self._games else {_AROUND[name]}
            self._around = {key: text for key, text in self._around.items() if key not in over}
            self._games = False
            self.parser.CharacterDataHandler = self._text
            self.parser.EndElementHandler = self._end
        else:
            self.unknown.append((self.before + self.parser.CurrentLineNumber, name))

    def _end(self, _: str) -> None:
        self._inside = ""
        self.parser.CharacterDataHandler = self._between
        self.parser.EndElementHandler = None

    def _open(self) -> None:
        self._section = self.place()

    def _close(self) -> None:
        self._section = None

    def _between(self, text: str) -> None:
        self.stray = self.stray or not text.isspace()

    def _text(self, text: str) -> None:
        key = _AROUND[self._inside]
        known = self._around.get(key, "")
        if len(known) < LONGEST:  # text comes in pieces, perhaps without end
            self._around = {**self._around, key: known + text}
