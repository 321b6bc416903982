"""The games of OpenSudoku's XML, as the parser meets them, with what stands around them."""

from __future__ import annotations

from xml.parsers import expat

from solvers.core import MalformedError

LONGEST = 1 << 16  # characters of what is said around games
MOST = 1 << 20  # characters of a tag: the parser keeps it, and begins anew with each piece
_AROUND = {name: name for name in ("author", "description", "comment", "created", "level", "source", "sourceURL")} | {
    "name": "collection", "collection": "collection",
}  # fmt: skip
# What stands around games is written at each that has it, because the next one may have none.
OWN = ("collection", "author", "description", "comment", "level", "source", "sourceURL")
KEPT = ("created", "state", "time", "last_played", "note", "command_stack")


class Games:
    """Collects the games that the XML parser meets, each with its line, and what stands around them.

    It listens to text only inside the elements whose text matters: that is a call less or two for each game.
    """

    def __init__(self, before: int = 0) -> None:
        """``before`` are the lines of the source before the document."""
        self.before = before
        self.parser = expat.ParserCreate("utf-8")
        self.parser.StartElementHandler = self._start
        self.parser.CharacterDataHandler = self._between
        self.parser.buffer_text = True
        self.stray = False  # whether text stands between games, where no word of the format may
        self.found: list[tuple[int, str, dict[str, str]]] = []
        self._around: dict[str, str] = {}  # replaced and never changed: games have it, too
        self._inside = ""
        self._games = False  # whether one was met behind what was said last
        self._folders = False
        self._fed = self._known = 0  # bytes, and how many of them are understood

    def again(self, line: int, element: str) -> Games:
        """What reads on at a line that begins with this element, behind damage."""
        games = Games(line - 2)
        games._around, games._folders = self._around, self._folders
        games.feed("<opensudoku><folder>\n" if self._folders and element == "game" else "<opensudoku>\n")
        games._around = self._around
        return games

    def feed(self, text: str) -> None:
        """Hands the parser a piece; raises MalformedError for a tag without end."""
        self.parser.Parse(text, False)
        self._fed += len(text.encode())
        self._known = max(self._known, self.parser.CurrentByteIndex)  # -1 where it waits
        if self._fed - self._known > MOST:
            line = self.before + self.parser.CurrentLineNumber
            raise MalformedError(
                f"expected a tag of at most {MOST} characters, got one without end from line {line} on"
            )

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
        elif name == "folder":
            self._folders = True
            self._around = {**self._around, "collection": attributes.get("name", "")}
        elif "data" in attributes and name != "opensudoku":
            self.found.append((self.before + self.parser.CurrentLineNumber, f"<{name}>", {}))  # no game, and refused
        elif name in _AROUND:
            self._inside = name
            # What is said anew begins anew, and with the name of a collection all that was said of the one before.
            over = set(_AROUND.values()) if _AROUND[name] == "collection" and self._games else {_AROUND[name]}
            self._around = {key: text for key, text in self._around.items() if key not in over}
            self._games = False
            self.parser.CharacterDataHandler = self._text
            self.parser.EndElementHandler = self._end

    def _end(self, _: str) -> None:
        self._inside = ""
        self.parser.CharacterDataHandler = self._between
        self.parser.EndElementHandler = None

    def _between(self, text: str) -> None:
        self.stray = self.stray or not text.isspace()

    def _text(self, text: str) -> None:
        key = _AROUND[self._inside]
        known = self._around.get(key, "")
        if len(known) < LONGEST:  # text comes in pieces, perhaps without end
            self._around = {**self._around, key: known + text}
