"""Ratings that programs write behind a board, and which program it was.

ED=7.1/1.2/1.2          Sukaku Explainer: rating, pearl, diamond
1 Easy (370)            HoDoKu: level and score
526 FNBXY C26.m         gsf's sudoku: rating, methods, and the number of its constraint
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

_EXPLAINER = re.compile(r"ED=([0-9.]+)(?:/([0-9.]+)/([0-9.]+))?")
_HODOKU = re.compile(r"(?:[0-9]+ )?(Easy|Medium|Hard|Unfair|Extreme)(?: \(([0-9]+)\)(?: [a-z ]+)?)?")
_GSF = re.compile(r"([0-9]+) +([A-Z]+) +(C[0-9]+(?:\.m)?)")
_ANY = re.compile(rf"{_EXPLAINER.pattern}|^{_HODOKU.pattern}$|{_GSF.pattern}", re.MULTILINE)


def spelled(fields: Mapping[str, str]) -> str:
    """The rating as its program writes it; "" where that cannot be said, or nothing is rated."""
    tool, value = fields.get("rating_tool", ""), fields.get("rating", "")
    if tool == "Sukaku Explainer":
        more = f"/{fields['pearl']}/{fields['diamond']}" if "pearl" in fields and "diamond" in fields else ""
        text = f"ED={value}{more}"
    elif tool == "gsf's sudoku":
        text = f"{value} {fields.get('methods')} {fields.get('constraint')}"
    else:
        text = fields.get("level", "") + (f" ({value})" if tool == "HoDoKu" and value else "")
    told = rating(text)
    return text if told and all(fields.get(name) == said for name, said in told.items()) else ""


@lru_cache(maxsize=4096)  # archives have few different ones; nobody changes what is given here
def rating(label: str) -> Mapping[str, str]:
    """What the label says of the board's difficulty, as fields; nothing if it is no rating."""
    if match := _EXPLAINER.search(label):
        found = {"rating": match[1], "rating_tool": "Sukaku Explainer"}
        return found | ({"pearl": match[2], "diamond": match[3]} if match[2] else {})
    if match := _HODOKU.fullmatch(label):
        score = {"rating": match[2], "rating_tool": "HoDoKu"} if match[2] else {}
        return {"level": match[1]} | score
    if match := _GSF.fullmatch(label):
        return {"rating": match[1], "rating_tool": "gsf's sudoku", "methods": match[2], "constraint": match[3]}
    return {}


def ratings(labels: Sequence[str]) -> list[Mapping[str, str] | None] | None:
    """The ratings of all labels; None if none has one."""
    if not _ANY.search("\n".join(labels)):
        return None
    return [rating(label) or None for label in labels]
