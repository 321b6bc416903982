"""Which records of an export are taken, and which of their answers: what can be checked without solving is checked."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import click

from cli.records import Record
from cli.text import visible
from solvers import registry
from solvers.core import Answer, MalformedError, UnknownFamilyError, Verdict

IMPOSSIBLE = (Verdict.NONE, Verdict.INVALID)


def fine_records(path: Path, some: list[Record]) -> tuple[list[Record], set[int]]:
    """Those that hold a board, and the places of those whose answer is refused; says why of either kind."""
    fine = [record for record in some if not (why := _why_not(record)) or _say(path, record, why)]
    refused = _contradicting(fine)
    refused |= _failing([(at, record) for at, record in enumerate(fine) if at not in refused])
    for at in sorted(refused):
        _say(path, fine[at], f"kept without its answer: {refused[at]}")
    return fine, set(refused)


def _why_not(record: Record) -> str:
    """ "" for a record that holds a board."""
    try:
        family = registry.family(record.family)
        canonical = family.canonical(record.text)
        variant = family.variant(canonical)
    except (UnknownFamilyError, MalformedError) as error:
        return str(error)
    if canonical != record.text:
        return f"expected canonical text {canonical!r}"
    return "" if variant == record.variant else f"expected variant {variant!r}, got {record.variant!r}"


def _contradicting(records: list[Record]) -> dict[int, str]:
    """The places of the answers that cannot be, whatever the board, and why."""
    found = {at: why_contradicting(record.answer) for at, record in enumerate(records) if record.answer}
    return {at: why for at, why in found.items() if why}


def why_contradicting(answer: Answer) -> str:
    """ "" for an answer whose parts fit its verdict."""
    verdict, found = answer.verdict, [text for text in (answer.solution, answer.witness) if text]
    if verdict is Verdict.UNIQUE and (
        len(found) != 1 or answer.witness or (answer.count, answer.count_is_exact) != (1, True)
    ):
        return "expected one solution of a unique board, counted exactly"
    if verdict is Verdict.MULTIPLE and (len(set(found)) != 2 or answer.count < 2):
        return "expected two different solutions of a board with several"
    if verdict in IMPOSSIBLE and (found or answer.count):
        return f"expected no solution of a board that is {verdict}"
    return ""


def _failing(records: list[tuple[int, Record]]) -> dict[int, str]:
    """The places of the records whose solution or witness does not pass the check, and why."""
    found: dict[int, str] = {}
    pairs = [(at, record.text, solution, record.family)
             for at, record in records if record.answer
             for solution in (record.answer.solution, record.answer.witness) if solution]  # fmt: skip
    for family, group in groupby(sorted(pairs, key=lambda pair: pair[3]), key=lambda pair: pair[3]):
        held = list(group)
        why = registry.family(family).check([pair[1] for pair in held], [pair[2] for pair in held])
        found |= {pair[0]: reason for pair, reason in zip(held, why, strict=True) if reason}
    return found


def _say(path: Path, record: Record, why: str) -> bool:
    click.echo(visible(f"{path}:{record.number}: {why}"), err=True)
    return False
