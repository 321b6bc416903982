"""The language of ``--where``: one condition over the fields of a board and its answer, made into SQL word by word.

    condition   a and b, a or b, not a, (a)
    comparison  x = y, !=, <>, <, <=, >, >=;  x [not] between y and z;  x [not] in (y, z);  x is [not] null
                x [not] like 'easy%', in which % is any text and _ any character, A the same as a
    value       a column, 17, 2.5, 'text' (with '' for an apostrophe), true, false;  + - * / %, and || for texts
    function    abs, coalesce, length, lower, round, substr, upper

Nothing of what a user wrote reaches the database but numbers and texts, as parameters: names, operators and brackets
are ours, so there is nothing to escape from, and no other function can be called. Values have kinds, which have to fit;
so a condition means the same on SQLite and PostgreSQL, or is refused on both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple, NoReturn

from db.errors import FilterError
from db.storable import storable
from db.tokens import Token, tokens

LONGEST = 5_000  # characters
DEEPEST = 50  # brackets, signs and functions within each other
MAX_INTEGER = 2**63 - 1
NUMBER, TEXT, TRUTH = "number", "text", "yes or no"
FRACTIONS = {"time_limit_s"}  # columns
COMPARED = {"=": "=", "==": "=", "!=": "<>", "<>": "<>", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
WORDS = {"and", "or", "not", "in", "is", "null", "like", "between", "true", "false"}
# Kinds of what a function takes (the last one may be repeated where there is "...") and of what it gives.
FUNCTIONS: Mapping[str, tuple[tuple[str, ...], int, str]] = {
    "abs": ((NUMBER,), 1, NUMBER), "length": ((TEXT,), 1, NUMBER), "lower": ((TEXT,), 1, TEXT),
    "round": ((NUMBER,), 1, NUMBER), "substr": ((TEXT, NUMBER, NUMBER), 2, TEXT), "upper": ((TEXT,), 1, TEXT),
    "coalesce": ((), 2, ""),
}  # fmt: skip


class Value(NamedTuple):
    """A piece of SQL and the kind of what it gives; ``whole`` unless a number may have a fraction."""

    sql: str
    kind: str
    whole: bool = True


def condition(written: str, columns: Mapping[str, str], *, sqlite: bool) -> tuple[str, dict[str, Any]]:
    """SQL and the values of its parameters; ``columns`` are names with their kinds. Raises FilterError."""
    return _Reader(written, columns, sqlite=sqlite).whole()


class _Reader:
    """Reads a condition from left to right; each method takes what its name says and gives the SQL of it."""

    def __init__(self, written: str, columns: Mapping[str, str], *, sqlite: bool) -> None:
        if len(written) > LONGEST:
            raise FilterError(f"expected a condition of at most {LONGEST:,} characters, got {len(written):,}")
        self._columns = columns
        self._sqlite = sqlite
        self._tokens = tokens(written)
        self._at = 0
        self._depth = 0
        self._values: dict[str, Any] = {}

    def whole(self) -> tuple[str, dict[str, Any]]:
        sql = self._truth(self._either())
        if self._next.kind != "end":
            self._fail("the end of the condition, or `and`, `or`")
        return sql, self._values

    @property
    def _next(self) -> Token:
        return self._tokens[self._at]

    def _take(self) -> Token:
        token = self._next
        self._at += token.kind != "end"
        return token

    def _is(self, *words: str) -> bool:
        """Whether one of these words or signs comes next."""
        return self._next.kind in ("word", "sign") and self._next.text.lower() in words

    def _took(self, word: str) -> bool:
        found = self._is(word)
        self._at += found
        return found

    def _need(self, word: str) -> None:
        if not self._took(word):
            self._fail(f"`{word}`")

    def _fail(self, wanted: str) -> NoReturn:
        token = self._next
        got = f"`{token.text}`" if token.kind != "end" else "the end"
        raise FilterError(f"expected {wanted} at character {token.at} of the condition, got {got}")

    def _mismatch(self, wanted: str, got: Value) -> NoReturn:
        raise FilterError(f"expected {wanted} before character {self._next.at} of the condition, got a {got.kind}")

    def _truth(self, found: Value) -> str:
        if found.kind != TRUTH:
            self._mismatch("a condition, such as nodes > 100,", found)
        return found.sql

    def _of(self, kind: str, found: Value) -> str:
        if found.kind != kind:
            self._mismatch(f"a {kind}", found)
        return found.sql

    def _either(self) -> Value:
        return self._joined(self._both, "or")

    def _both(self) -> Value:
        return self._joined(self._denied, "and")

    def _joined(self, part: Callable[[], Value], word: str) -> Value:
        found = part()
        if not self._is(word):
            return found
        every = [self._truth(found)]
        while self._took(word):
            every.append(self._truth(part()))
        return Value("(" + f" {word.upper()} ".join(every) + ")", TRUTH)

    def _denied(self) -> Value:
        if not self._took("not"):
            return self._compared()
        self._deeper()
        found = Value(f"(NOT {self._truth(self._denied())})", TRUTH)
        self._depth -= 1
        return found

    def _compared(self) -> Value:
        left = self._sum()
        if self._next.kind == "sign" and self._next.text in COMPARED:
            sign = COMPARED[self._take().text]
            right = self._sum()
            return Value(f"({left.sql} {sign} {self._of(left.kind, right)})", TRUTH)
        if self._took("is"):
            no = " NOT" if self._took("not") else ""
            self._need("null")
            return Value(f"({left.sql} IS{no} NULL)", TRUTH)
        no = "NOT " if self._took("not") else ""
        if self._took("like"):
            return self._alike(no, left)
        if self._took("between"):
            low = self._of(left.kind, self._sum())
            self._need("and")
            return Value(f"({left.sql} {no}BETWEEN {low} AND {self._of(left.kind, self._sum())})", TRUTH)
        if self._took("in"):
            self._need("(")
            every = ", ".join(self._of(left.kind, found) for found in self._listed(self._sum))
            return Value(f"({left.sql} {no}IN ({every}))", TRUTH)
        if no:
            self._fail("`like`, `between` or `in`")
        return left

    def _alike(self, no: str, left: Value) -> Value:
        """SQLite ignores the case of ASCII letters and knows no escapes; PostgreSQL is told to do so."""
        text, pattern = self._of(TEXT, left), self._of(TEXT, self._sum())
        if self._sqlite:
            return Value(f"({text} {no}LIKE {pattern})", TRUTH)
        return Value(f"(lower({text}) {no}LIKE lower({pattern}) ESCAPE '')", TRUTH)

    def _sum(self) -> Value:
        found = self._product()
        while self._is("+", "-", "||"):
            sign = self._take().text
            kind = TEXT if sign == "||" else NUMBER
            left, right = found, self._product()
            sql = f"({self._of(kind, left)} {sign} {self._of(kind, right)})"
            found = Value(sql, kind, left.whole and right.whole)
        return found

    def _product(self) -> Value:
        found = self._signed()
        while self._is("*", "/", "%"):
            sign = self._take().text
            take = self._whole if sign == "%" else partial(self._of, NUMBER)
            left, right = found, self._signed()
            sql = self._arithmetic(take(left), sign, take(right))
            found = Value(sql, NUMBER, sign != "/" and left.whole and right.whole)
        return found

    def _arithmetic(self, left: str, sign: str, right: str) -> str:
        """A fraction is none of whole numbers alone, and what is divided by 0 is unknown, on both databases."""
        if sign == "*":
            return f"({left} * {right})"
        if sign == "/":
            left = f"CAST({left} AS {self._fraction})"
        return f"({left} {sign} nullif({right}, 0))"

    def _whole(self, found: Value) -> str:
        """Databases do not agree on what is left of fractions."""
        if not found.whole:
            raise FilterError(f"expected a whole number before character {self._next.at} of the condition")
        return self._of(NUMBER, found)

    @property
    def _fraction(self) -> str:
        """The same binary fractions on both."""
        return "REAL" if self._sqlite else "double precision"

    def _signed(self) -> Value:
        if not self._took("-"):
            return self._plain()
        self._deeper()
        found = self._signed()
        self._depth -= 1
        return Value(f"(- {self._of(NUMBER, found)})", NUMBER, found.whole)

    def _plain(self) -> Value:
        token = self._next
        if token.kind == "number":
            return self._number(self._take().text)
        if token.kind == "text":
            return self._text(self._take().text[1:-1].replace("''", "'"))
        if token.kind in ("quoted", "word") and token.text.lower() not in WORDS - {"true", "false"}:
            return self._named(token)
        if not self._took("("):
            self._fail("a column, a number, a 'text' or a bracket")
        self._deeper()
        found = self._either()
        self._need(")")
        self._depth -= 1
        return found

    def _named(self, token: Token) -> Value:
        name = token.text.lower()
        if token.kind == "quoted":
            return self._column(token.text[1:-1])
        if name in ("true", "false"):
            return Value(self._take().text.upper(), TRUTH)
        return self._call(name) if self._tokens[self._at + 1].text == "(" else self._column(name)

    def _column(self, name: str) -> Value:
        if name not in self._columns:
            self._fail(f"a column ({', '.join(self._columns)})")
        self._take()
        kind, sql = self._columns[name], f'results."{name}"'
        whole = name not in FRACTIONS
        if not self._sqlite and kind != TRUTH:
            number = "numeric" if whole else self._fraction
            sql = f'({sql} COLLATE "C")' if kind == TEXT else f"CAST({sql} AS {number})"
        return Value(sql, kind, whole)

    def _call(self, name: str) -> Value:
        if name not in FUNCTIONS:
            self._fail(f"a column or one of the functions {', '.join(sorted(FUNCTIONS))}")
        kinds, least, gives = FUNCTIONS[name]
        self._take()
        self._need("(")
        self._deeper()
        found = self._listed(self._sum)
        self._depth -= 1
        if len(found) < least or (kinds and len(found) > len(kinds)):
            most = f"to {len(kinds)}" if kinds else "or more"
            raise FilterError(f"expected {least} {most} values for {name}, got {len(found)}")
        kinds = kinds or (found[0].kind,) * len(found)
        every = [self._of(kind, each) for kind, each in zip(kinds, found, strict=False)]
        if name == "substr":  # below 1 and 0 each database means something else
            greatest = "max" if self._sqlite else "greatest"
            places = zip(found[1:], (1, 0), strict=False)
            every[1:] = [f"CAST({greatest}({self._whole(each)}, {least}) AS integer)" for each, least in places]
        if name == "round" and not self._sqlite:  # where a half of a binary fraction goes to the even side
            every = [f"CAST({every[0]} AS numeric)"]
        whole = all(each.whole for each in found) or name == "round"
        return Value(f"{name}({', '.join(every)})", gives or found[0].kind, whole)

    def _listed(self, part: Callable[[], Value]) -> list[Value]:
        """Values with commas between, behind an open bracket and up to the closing one."""
        found = [part()]
        while self._took(","):
            found.append(part())
        self._need(")")
        return found

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise FilterError(f"expected at most {DEEPEST} brackets within each other in the condition")

    def _number(self, written: str) -> Value:
        whole = written.isdigit() and int(written) <= MAX_INTEGER
        sql = self._parameter(int(written) if whole else float(written))
        number = "numeric" if whole else self._fraction
        return Value(sql if self._sqlite else f"CAST({sql} AS {number})", NUMBER, whole)

    def _text(self, written: str) -> Value:
        if "\0" in written:
            raise FilterError("expected a text without the character NUL in the condition")
        sql = self._parameter(storable(written))
        return Value(sql if self._sqlite else f'(CAST({sql} AS text) COLLATE "C")', TEXT)

    def _parameter(self, held: Any) -> str:
        name = f"where_{len(self._values)}"
        self._values[name] = held
        return f":{name}"
