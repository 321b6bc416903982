"""All settings, and the only reader of the environment and of the configuration file.

Options of a command come before the environment, the environment before the file, the file before the defaults.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from urllib.parse import urlsplit

from solvers.core import GridmillError


class SettingsError(GridmillError):
    """A setting that cannot be used."""


@dataclass(frozen=True, slots=True)
class Settings:
    """``database`` is an SQLAlchemy URL, ``broker`` a Redis URL ("" is the embedded one).

    ``stop_file`` and ``clock_shift_s`` are internal.
    """

    database: str
    broker: str = ""
    slots: int = 0  # boards solved at once on this machine; 0 is one a core
    queue: str = "gridmill"  # prefix of all keys in Redis; databases that share a Redis need one each
    memory_mb: int = 4096  # address space of each worker child; 0 is no bound
    lease_s: float = 15.0  # a claim is lost when its worker was not heard of for so long
    split_s: float = 1.0  # a board of the deep lane is split over the workers after a search of so long
    clock_shift_s: float = 0.0  # for trials: how wrong the clock of this machine is
    log_format: str = "text"  # or "json": one object a line
    metrics: str = ""  # [host:]port at which a worker group answers Prometheus; "" is nowhere
    stop_file: str = ""  # once it exists, workers give back what they hold

    def processes(self) -> int:
        """``slots``, or one for each core that this process may use."""
        return self.slots or _cores()

    def environment(self) -> dict[str, str]:
        """These settings as variables for a process that is started with them."""
        return dict(os.environ) | {f"GRIDMILL_{name.upper()}": str(getattr(self, name)) for name in NAMES}

    def take_effect(self) -> None:
        """Make these the settings of this process and of those that it forks."""
        os.environ.update(self.environment())
        if self.metrics and self.stop_file:
            folder = Path(self.stop_file).with_name("metrics")
            folder.mkdir()
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)  # prometheus_client reads it when it is loaded


LOG_FORMATS = ("text", "json")
NAMES = tuple(field.name for field in fields(Settings))
DATABASES = ("sqlite", "postgresql", "postgresql+psycopg")
BROKERS = ("redis", "rediss", "unix", "redis+socket")
KINDS = {"slots": int, "memory_mb": int, "lease_s": float, "split_s": float, "clock_shift_s": float}
_WORDS = re.compile(r"(^|\s)(host|hostaddr|port|user|dbname|service|pass\w*|ssl\w+)\s*=", re.IGNORECASE)


def load(options: Mapping[str, str | int | None] | None = None) -> Settings:
    """The settings in force; ``options`` that are None do not count. Raises SettingsError."""
    found: dict[str, object] = {"database": f"sqlite:///{home() / 'gridmill.db'}"}
    found |= _file(config_file())
    found |= {name: os.environ[key] for name in NAMES if (key := f"GRIDMILL_{name.upper()}") in os.environ}
    found |= {name: value for name, value in (options or {}).items() if value is not None}
    settings = Settings(**_typed(found))  # type: ignore[arg-type]  # _typed made them right
    if settings.log_format not in LOG_FORMATS:
        raise SettingsError(f"expected a log_format among {', '.join(LOG_FORMATS)}, got {settings.log_format!r}")
    broker = settings.broker and _checked(settings.broker, "broker", BROKERS)
    return replace(settings, database=_url(settings.database), broker=broker)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def home() -> Path:
    """Where the embedded database and the logs live."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "gridmill"


def variable(name: str) -> str:
    """A variable of the user's session that is no setting of ours, such as SHELL; "" if it is not set."""
    return os.environ.get(name, "")


def config_file() -> Path:
    named = os.environ.get("GRIDMILL_CONFIG")
    configs = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(named) if named else Path(configs) / "gridmill" / "config.toml"


def _file(path: Path) -> dict[str, object]:
    if not path.exists():
        return {}
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SettingsError(f"expected a TOML file, got an error: {error} (in {path})") from error
    if unknown := sorted(found.keys() - set(NAMES)):
        raise SettingsError(f"expected settings among {', '.join(NAMES)}, got {unknown[0]!r} (in {path})")
    return found


def _typed(found: Mapping[str, object]) -> dict[str, object]:
    typed: dict[str, object] = {}
    for name, value in found.items():
        try:
            typed[name] = KINDS.get(name, str)(str(value))
        except ValueError:
            raise SettingsError(f"expected a number for {name}, got {value!r}") from None
    return typed


def _url(database: str) -> str:
    """A bare file name is an SQLite database."""
    if "://" in database:
        return _checked(database, "database", DATABASES)
    if "@" in database and ("//" in database or ":" in database.partition("@")[0]):
        raise SettingsError("expected a database URL or a file name, got something of both (it may hold a password)")
    if _WORDS.search(database):
        raise SettingsError(
            "expected a database URL such as postgresql://user@host/boards or a file name, got words as psql takes them"
            " (they may hold a password)"
        )
    return f"sqlite:///{Path(database).expanduser().absolute()}"


def _checked(url: str, what: str, schemes: tuple[str, ...]) -> str:
    """The URL; raises SettingsError, without the URL, for it may hold a password."""
    scheme = url.partition(":")[0]
    if scheme not in schemes:
        got = repr(scheme) if url.startswith(f"{scheme}://") and scheme.isalnum() else "something else"
        raise SettingsError(f"expected a {what} URL that begins with {', '.join(schemes)}, got {got}")
    try:
        _ = urlsplit(url).port
    except ValueError:
        raise SettingsError(f"expected a number as the port in the {what} URL, got another word") from None
    return url
