"""Documents of BurrTools: the shapes and problems that their XML holds, before anyone asks what they mean.

A line is an element in what BurrTools writes, and archives have the same lines again and again. So a document whose
lines are all of known kinds, in the usual order, is put together of lines that are remembered; any other is parsed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple
from xml.parsers import expat

from solvers.core import MalformedError

MOST_KNOWN = 1 << 14  # lines that are remembered


class Voxels(NamedTuple):
    """A shape as it stands in the document: its name, the sizes of its box, and its symbols."""

    name: str
    x: str
    y: str
    z: str
    text: str

    @classmethod
    def of(cls, attributes: Mapping[str, str], text: str) -> Voxels:
        x, y, z = (attributes.get(axis, "") for axis in "xyz")
        return cls(attributes.get("name", ""), x, y, z, text)


class Part(NamedTuple):
    """A piece of a problem: the number of its shape, and how often it is used, at least and at most."""

    shape: int
    least: int
    most: int

    @classmethod
    def of(cls, attributes: Mapping[str, str]) -> Part:
        least, most = (number(attributes.get(key, attributes.get("count", "1"))) for key in ("min", "max"))
        return cls(number(attributes.get("id", "")), least, most)


@dataclass(slots=True)
class Problem:
    """A problem: its pieces, and the shape of the result."""

    line: int
    name: str
    parts: list[Part] = field(default_factory=list)
    result: int = -1
    refused: dict[str, int] = field(default_factory=dict)

    def refuse(self, what: str) -> None:
        self.refused[what] = self.refused.get(what, 0) + 1


@dataclass(slots=True)
class Document:
    """All shapes of a file, its problems and the number of its lattice."""

    shapes: list[Voxels] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    lattice: str = "0"


@lru_cache(maxsize=1024)
def number(text: str) -> int:
    """The number of an attribute; raises MalformedError."""
    if not (text.isascii() and text.isdigit() and len(text) < 7):
        raise MalformedError(f"expected a number, got {text[:20]!r}", 1)
    return int(text)


def document_of(texts: Sequence[str]) -> Document:
    """The document that these lines are; raises MalformedError where they are no XML or lack numbers."""
    plain = _plain(texts)
    return plain if plain is not None else _parsed("\n".join(texts))


# ---- any document


class _Parser:
    """What the XML parser meets."""

    def __init__(self) -> None:
        self.found = Document()
        self.parser = expat.ParserCreate("utf-8")
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.buffer_text = True
        self._inside: list[str] = []

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._inside.append(name)
        found = self.found
        problem = found.problems[-1] if found.problems and "problem" in self._inside else None
        if name == "gridType":
            found.lattice = attributes.get("type", "0")
        elif name == "voxel" and problem is None:
            found.shapes.append(Voxels.of(attributes, ""))
            self.parser.CharacterDataHandler = self._data  # what stands between elements is not even looked at
        elif name == "problem":
            found.problems.append(Problem(self.parser.CurrentLineNumber, attributes.get("name", "")))
        elif problem is None or "solutions" in self._inside:
            return
        elif name == "shape":
            problem.parts.append(Part.of(attributes))
        elif name == "result":
            problem.result = number(attributes.get("id", ""))
        elif name in ("group", "pair"):
            problem.refuse("grouped pieces" if name == "group" else "conditions of colours")

    def _end(self, _: str) -> None:
        if self._inside:
            self._inside.pop()
        self.parser.CharacterDataHandler = None

    def _data(self, text: str) -> None:
        shapes = self.found.shapes
        if self._inside[-1:] == ["voxel"] and "problem" not in self._inside and shapes:
            shapes[-1] = shapes[-1]._replace(text=shapes[-1].text + text)


def _parsed(text: str) -> Document:
    parser = _Parser()
    try:
        parser.parser.Parse(text, True)
    except (expat.ExpatError, UnicodeEncodeError) as error:
        raise MalformedError(f"expected XML: {error}", 1) from None
    return parser.found


# ---- one of known lines

_FIXED = {
    '<?xml version="1.0"?>': "x", '<puzzle version="2">': "p", '<gridType type="0"/>': "g", "<colors/>": "c",
    "<shapes>": "(", "</shapes>": ")", "<problems>": "[", "</problems>": "]", "</problem>": "}", "<bitmap/>": "m",
    "</puzzle>": "z", "": "n",
}  # fmt: skip
_ORDER = re.compile(r"x?pgc?\(v*\)\[(?:\{\(i*\)rm?\})*\]zn*")
_ATTRIBUTE = r' ([a-z]+)="([ !#-%\'-;=?-~]*)"'  # in ASCII, without what XML has other signs for
_ELEMENT = re.compile(rf"<(voxel|problem|shape|result)((?:{_ATTRIBUTE})*)(?:(/)>|>(?:([#+_0-9]*)</voxel>)?)")
_ATTRIBUTES = re.compile(_ATTRIBUTE)

_Known = tuple[str, Voxels | Part | str | int]  # the kind of a line, and what it says


class _Lines(dict[str, _Known]):
    """The lines that were met, each with its kind; "?" for what needs a parser."""

    def __missing__(self, line: str) -> _Known:
        try:
            found = _known(line)
        except MalformedError:
            found = ("?", "")
        if len(self) < MOST_KNOWN:
            self[line] = found
        return found


def _known(line: str) -> _Known:
    if kind := _FIXED.get(line):
        return kind, ""
    match = _ELEMENT.fullmatch(line)
    pairs = _ATTRIBUTES.findall(match[2]) if match else []
    attributes = dict(pairs)
    if match is None or len(attributes) < len(pairs):
        return "?", ""
    name, empty, marks = match[1], match[5] is not None, match[6]
    if name == "voxel" and marks is not None:
        return "v", Voxels.of(attributes, marks)
    if name == "problem" and not empty and marks is None:
        return "{", attributes.get("name", "")
    if name == "shape" and empty:
        return "i", Part.of(attributes)
    return ("r", number(attributes.get("id", ""))) if name == "result" and empty else ("?", "")


_LINES = _Lines()


def _plain(texts: Sequence[str]) -> Document | None:
    """The document of known lines; None if one is of another kind, or in another order."""
    known = list(map(_LINES.__getitem__, texts))
    kinds = "".join([kind for kind, _ in known])
    if not _ORDER.fullmatch(kinds):
        return None
    found = Document([said for _, said in known if type(said) is Voxels])
    at = kinds.find("{")
    while at >= 0:
        end = kinds.index("}", at)
        inside = [said for _, said in known[at + 1 : end]]
        parts = [said for said in inside if type(said) is Part]
        (result,) = [said for said in inside if type(said) is int]
        found.problems.append(Problem(at + 1, str(known[at][1]), parts, result))
        at = kinds.find("{", end)
    return found
