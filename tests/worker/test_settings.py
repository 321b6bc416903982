"""Settings: options over environment over file over defaults."""

from __future__ import annotations

from pathlib import Path

import pytest

from worker.settings import NAMES, SettingsError, home, load


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in (*NAMES, "CONFIG"):
        monkeypatch.delenv(f"GRIDMILL_{name.upper()}", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def configure(text: str) -> Path:
    import os  # noqa: PLC0415

    path = Path(os.environ["XDG_CONFIG_HOME"]) / "gridmill" / "config.toml"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    return path


def test_the_embedded_default(tmp_path: Path) -> None:
    found = load()

    assert found.database == f"sqlite:///{tmp_path}/data/gridmill/gridmill.db"
    assert home() == tmp_path / "data" / "gridmill"
    assert (found.broker, found.slots, found.queue) == ("", 0, "gridmill")
    assert found.processes() >= 1


def test_options_beat_environment_beats_file(monkeypatch: pytest.MonkeyPatch) -> None:
    configure('slots = 1\nqueue = "filed"\nbroker = "redis://filed"\n')
    monkeypatch.setenv("GRIDMILL_SLOTS", "2")
    monkeypatch.setenv("GRIDMILL_QUEUE", "exported")

    found = load({"slots": 3, "broker": None})

    assert (found.slots, found.queue, found.broker) == (3, "exported", "redis://filed")
    assert found.processes() == 3


def test_a_bare_file_name_is_a_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    assert load({"database": "x.db"}).database == f"sqlite:///{tmp_path}/x.db"
    assert load({"database": "postgresql://host/x"}).database == "postgresql://host/x"


def test_settings_go_through_an_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    found = load({"slots": 3, "lease_s": 2.5, "queue": "q"})
    for name, value in found.environment().items():
        monkeypatch.setenv(name, value)

    assert load() == found


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("slots = 'many'", "expected a number for slots, got 'many'"),
        ("nonsense = 1", "got 'nonsense'"),
        ("slots = ", "expected a TOML file"),
    ],
)
def test_what_cannot_be_used_is_named(text: str, message: str) -> None:
    configure(text)

    with pytest.raises(SettingsError, match=message):
        load()


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"database": "postgresql://u:s3cret@h:port/db"}, "expected a number as the port in the database URL"),
        ({"database": "postgresql//u:s3cret@h/db"}, "expected a database URL or a file name"),
        ({"database": "mysql://u:s3cret@h/db"}, "expected a database URL that begins with sqlite, postgresql"),
        ({"database": "host=h password=s3cret"}, "got words as psql takes them"),
        ({"database": "dbname = x  PASSWORD = s3cret"}, "got words as psql takes them"),
        ({"database": "password=s3cret"}, "got words as psql takes them"),
        ({"broker": "host=h password=s3cret"}, "expected a broker URL that begins with redis, rediss, unix"),
        ({"broker": "redis://:s3cret@h:port/0"}, "expected a number as the port in the broker URL"),
        ({"broker": "http://:s3cret@h/0"}, "expected a broker URL that begins with redis, rediss, unix"),
    ],
)
def test_urls_that_cannot_be_used_are_refused_without_being_shown(options: dict[str, str], why: str) -> None:
    with pytest.raises(SettingsError, match=why) as refused:
        load(options)

    assert "s3cret" not in str(refused.value)
