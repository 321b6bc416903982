"""What is shown of URLs, which are refused, and waiting for the write lock."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from threading import Timer

import pytest
from sqlalchemy import Engine, text
from sqlalchemy.exc import OperationalError

from db import engine as engines
from db.engine import DatabaseError, masked, open_database, reading
from tests.db.filling import numbered, submit


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://u:s3cret@h/db", "postgresql://u:***@h/db"),
        ("redis://:s3cret@h:6379/0", "redis://:***@h:6379/0"),
        ("unix:///v.sock?password=s3cret&db=0", "unix:///v.sock?db=0&password=***"),
        ("postgresql://h/db?user=u&password=s3cret&sslpassword=s3cret",
         "postgresql://h/db?password=***&sslpassword=***&user=u"),
        ("redis://:s3cret@h:port/0", "(no URL)"),
        ("postgresql://u@h/db?passwrd=s3cret&sslmode=require", "postgresql://u@h/db?passwrd=***&sslmode=require"),
        ("rediss://h/0?pwd=s3cret&ssl_cert_reqs=required", "rediss://h/0?pwd=***&ssl_cert_reqs=required"),
        ("s3cret", "(no URL)"),
    ],
)  # fmt: skip
def test_passwords_are_masked(url: str, shown: str) -> None:
    found = masked(url)

    assert "s3cret" not in found
    assert sorted(found.partition("?")[2].split("&")) == sorted(shown.partition("?")[2].split("&"))


@pytest.mark.parametrize("url", ["s3cret", "postgresql://u:s3cret@h:port/db", "mysql://u:s3cret@h/db"])
def test_a_url_that_cannot_be_used_is_not_shown(url: str) -> None:
    with pytest.raises(DatabaseError) as refused:
        open_database(url)

    assert "s3cret" not in str(refused.value)


@pytest.mark.parametrize(
    "url",
    ["redis://u:s3c@r3t@host:1/0", "postgresql://u:s3c/r3t@host/db", "u:s3c@r3t@host/db", "//u:s3c@r3t@host", "r3t"],
)
def test_passwords_in_malformed_urls_are_not_shown(url: str) -> None:
    assert "s3c" not in masked(url)
    assert "r3t" not in masked(url)


def test_reads_see_one_state(engine: Engine) -> None:
    count = text("SELECT count(*) FROM batch")
    with reading(engine) as connection:
        before = connection.scalar(count)
        submit(engine, numbered(3))

        assert connection.scalar(count) == before
    with reading(engine) as connection:
        assert connection.scalar(count) != before


def test_a_writer_waits_for_the_write_lock(tmp_path: Path) -> None:
    engine = open_database(f"sqlite:///{tmp_path}/boards.db")
    other = sqlite3.connect(tmp_path / "boards.db", isolation_level=None, check_same_thread=False)
    other.execute("PRAGMA journal_mode=WAL")
    other.execute("CREATE TABLE held (value INTEGER)")
    other.execute("BEGIN IMMEDIATE")
    other.execute("INSERT INTO held VALUES (1)")
    release = Timer(0.2, other.execute, ["COMMIT"])

    release.start()
    with engine.begin() as connection:
        found = connection.scalar(text("SELECT value FROM held"))

    assert found == 1
    release.join()


def test_a_lock_that_nobody_gives_back_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "BUSY_TIMEOUT_MS", 50)
    engine = open_database(f"sqlite:///{tmp_path}/boards.db")
    other = sqlite3.connect(tmp_path / "boards.db", isolation_level=None)
    other.execute("PRAGMA journal_mode=WAL")
    other.execute("BEGIN IMMEDIATE")

    with pytest.raises(OperationalError, match="locked"), engine.begin():
        pass
