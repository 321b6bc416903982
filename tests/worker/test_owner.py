"""Names of lease holders, and who of them is dead."""

from __future__ import annotations

import os
import subprocess
import sys

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


def test_of_other_machines_nothing_is_known() -> None:
    assert not owner.is_dead("elsewhere/1/1")
    assert not owner.is_dead("")
    assert not owner.in_group("elsewhere/1/1", 1)
