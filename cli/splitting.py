"""Cuts boards into parts, such as train and test, that share no equivalent boards."""

from __future__ import annotations

from dataclasses import dataclass
from math import isclose
from pathlib import Path
from typing import Any

import click

from solvers.likeness import kinship

RESOLUTION = 2**32


@dataclass(frozen=True, slots=True)
class Split:
    """Names of parts with their shares, which add up to 1.

    Shares are of kinships, so they are the more exact the more of them there are.
    """

    shares: tuple[tuple[str, float], ...]

    def part(self, family: str, text: str) -> str:
        """Always the same part for the same board and all its equivalents, whatever else is exported."""
        return self.part_of(kinship(family, text))

    def part_of(self, kin: bytes) -> str:
        """The part of all boards of that kinship."""
        place = int.from_bytes(kin[:4], "big") / RESOLUTION
        for name, share in self.shares:
            place -= share
            if place < 0:
                return name
        return self.shares[-1][0]


class SplitType(click.ParamType[Split]):
    """``train=80,test=20``"""

    name = "split"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Split:
        if isinstance(value, Split):
            return value
        try:
            pairs = [
                (name.strip(), float(share)) for name, _, share in (part.partition("=") for part in value.split(","))
            ]
        except ValueError:
            pairs = []
        total = sum(share for _, share in pairs)
        fine = all(name.isidentifier() and share > 0 for name, share in pairs)
        if fine and not any(isclose(total, whole) for whole in (1, 100)):
            self.fail(f"expected shares that add up to 100, got {total:g} in {value!r}", param, ctx)
        if not fine or len({name for name, _ in pairs}) < 2:
            self.fail(f"expected names with shares such as train=80,test=20, got {value!r}", param, ctx)
        return Split(tuple((name, share / total) for name, share in pairs))


def part_path(path: str, part: str) -> str:
    """``set.csv`` is ``set-train.csv``."""
    whole = Path(path)
    return str(whole.with_name(f"{whole.stem}-{part}{whole.suffix}"))
