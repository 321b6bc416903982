"""docker-compose.yml and Dockerfile parse and keep their promises; no engine runs here, so a parser reads them."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import yaml

from cli.main import COMMANDS
from tests.house.tree import ROOT


@cache
def compose() -> dict[str, Any]:
    return yaml.safe_load((ROOT / "docker-compose.yml").read_text("utf-8"))


def service(name: str) -> dict[str, Any]:
    return compose()["services"][name]


def stages() -> list[list[tuple[str, str]]]:
    """The instructions of each stage of the Dockerfile."""
    text = (ROOT / "Dockerfile").read_text("utf-8")
    joined = re.sub(r"\\\n\s*", "", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE))
    found: list[list[tuple[str, str]]] = []
    for line in filter(str.strip, joined.splitlines()):
        word, _, rest = line.partition(" ")
        assert word in {"FROM", "RUN", "COPY", "WORKDIR", "USER", "ENTRYPOINT", "CMD", "ENV", "HEALTHCHECK"}, line
        if word == "FROM":
            found.append([])
        found[-1].append((word, rest.strip()))
    return found


def test_password_is_asked_for_and_nowhere_given() -> None:
    text = (ROOT / "docker-compose.yml").read_text("utf-8")

    assert "${GRIDMILL_PASSWORD:?" in text
    assert not re.search(r"GRIDMILL_PASSWORD:-", text)
    assert "--requirepass ${GRIDMILL_PASSWORD}" in service("redis")["command"]
    assert service("postgres")["environment"]["POSTGRES_PASSWORD"].startswith("${")


def test_redis_keeps_what_it_is_given() -> None:
    command = service("redis")["command"]

    assert "--appendonly yes" in command
    assert "--maxmemory-policy noeviction" in command
    assert service("redis")["volumes"] == ["redis:/data"]


def test_postgres_keeps_its_data() -> None:
    """From version 18 on the image's volume is the parent of the data folder, one folder for each major version."""
    image = re.fullmatch(r"postgres:(\d+)(-\w+)?", service("postgres")["image"])

    assert image is not None
    assert int(image[1]) >= 18
    assert service("postgres")["volumes"] == ["postgres:/var/lib/postgresql"]
    assert set(compose()["volumes"]) == {"redis", "postgres"}


def test_every_lasting_service_has_a_healthcheck_and_comes_back() -> None:
    lasting = [name for name in compose()["services"] if name not in {"migrate", "gridmill"}]

    assert set(lasting) >= {"redis", "postgres", "worker"}
    for name in lasting:
        assert service(name)["healthcheck"]["test"], name
        assert service(name)["restart"] == "unless-stopped", name


def test_health_is_that_of_the_real_servers() -> None:
    """Not that of the one that the image of PostgreSQL sets up a new volume with, which has no TCP."""
    postgres, redis = (service(name)["healthcheck"]["test"] for name in ("postgres", "redis"))

    assert postgres[:4] == ["CMD", "pg_isready", "--host", "127.0.0.1"]
    assert "-e" in redis


def test_partitions_have_room_for_their_locks() -> None:
    assert "max_locks_per_transaction=256" in service("postgres")["command"]


def test_tables_come_before_workers() -> None:
    assert service("migrate")["command"] == ["migrate"]
    assert service("migrate")["depends_on"]["postgres"] == {"condition": "service_healthy"}
    assert service("worker")["depends_on"]["migrate"] == {"condition": "service_completed_successfully"}
    assert service("worker")["depends_on"]["redis"] == {"condition": "service_healthy"}


def test_nothing_is_published_and_nothing_is_privileged() -> None:
    for name, one in compose()["services"].items():
        assert "ports" not in one, name
        assert not one.get("privileged"), name
    for name in ("migrate", "worker", "gridmill"):
        assert service(name)["read_only"] is True
        assert service(name)["cap_drop"] == ["ALL"]


def test_images_name_their_version() -> None:
    for name, one in compose()["services"].items():
        assert re.search(r":(\d|\$)", one["image"]), name


def test_commands_exist() -> None:
    for name in ("migrate", "worker", "gridmill"):
        assert service(name)["command"][0] in COMMANDS


def test_image_is_not_root_and_ships_no_compiler() -> None:
    build, image = stages()
    users = [rest for word, rest in image if word == "USER"]
    runs = " ".join(rest for word, rest in image if word == "RUN")

    assert users
    assert users[-1].isdigit()
    assert int(users[-1]) > 0
    assert "apt-get" not in runs
    assert "g++" in " ".join(rest for _, rest in build)
    assert image[-2:] == [("ENTRYPOINT", '["gridmill"]'), ("CMD", '["--help"]')]


def test_image_installs_locked_files_only() -> None:
    for stage in stages():
        installs = [part for word, rest in stage if word == "RUN" for part in rest.split("&&") if "pip " in part]

        assert installs
        for install in installs:
            assert "--require-hashes" in install or "--no-deps" in install, install


def test_both_stages_stand_on_the_same_base() -> None:
    bases = {rest.split()[0] for stage in stages() for word, rest in stage if word == "FROM"}

    assert len(bases) == 1
    assert re.search(r":\d+\.\d+", bases.pop())


def test_what_is_copied_exists() -> None:
    for stage in stages():
        for word, rest in stage:
            if word == "COPY" and "--from" not in rest:
                assert all((ROOT / source).exists() for source in rest.split()[:-1]), rest
