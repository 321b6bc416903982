"""Names of lease holders, and who of them is dead."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from worker import owner


def test_i_live() -> None:
    assert not owner.is_dead(owner.me())
    assert owner.in_group(owner.me(), os.getpgrp())


def test_a_process_that_ended_is_dead() -> None:
    code = "from worker import owner; print(owner.me())"
    name = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()

    assert owner.is_dead(name)
    assert not owner.in_group(name, os.getpgrp())


def test_another_process_with_my_number_is_not_me() -> None:
    machine, pid, started = owner.me().split("/")

    assert owner.is_dead(f"{machine}/{pid}/{int(started) - 1}")


def test_a_name_tells_boot_and_namespace() -> None:
    machine = owner.me().split("/")[0]

    boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    assert boot in machine
    assert str(Path("/proc/self/ns/pid").readlink()).strip("pid:[]") in machine


@pytest.mark.parametrize("mounts", [(), ("--mount-proc",)])
def test_of_another_pid_namespace_with_my_hostname_nothing_is_known(mounts: tuple[str, ...]) -> None:
    """Process 1 of a container that shares the hostname lives, whatever process 1 is here."""
    inside = ["unshare", "--user", "--map-root-user", "--pid", "--fork", *mounts, sys.executable, "-c"]
    code = "import sys; from worker import owner; print(owner.me(), owner.is_dead(sys.argv[1]))"
    done = subprocess.run([*inside, code, owner.me()], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"no PID namespaces here: {done.stderr.strip()}")
    name, dead = done.stdout.split()

    assert dead == "False"
    assert not owner.is_dead(name)
    assert not owner.in_group(name, os.getpgrp())


def test_of_other_machines_nothing_is_known() -> None:
    assert not owner.is_dead("elsewhere/1/1")
    assert not owner.is_dead("")
    assert not owner.in_group("elsewhere/1/1", 1)
