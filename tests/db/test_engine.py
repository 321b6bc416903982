"""What is shown of URLs, and which are refused."""

from __future__ import annotations

import pytest

from db.engine import DatabaseError, masked, open_database


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://u:s3cret@h/db", "postgresql://u:***@h/db"),
        ("redis://:s3cret@h:6379/0", "redis://:***@h:6379/0"),
        ("unix:///v.sock?password=s3cret&db=0", "unix:///v.sock?db=0&password=***"),
        ("postgresql://h/db?user=u&password=s3cret&sslpassword=s3cret",
         "postgresql://h/db?password=***&sslpassword=***&user=u"),
        ("redis://:s3cret@h:port/0", "(no URL)"),
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
