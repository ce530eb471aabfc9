"""The entry script's own promises. It works on the release build that the tests run in."""

import os
import pathlib
import re
import subprocess
import time

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def dev(*arguments):
    return subprocess.run([ROOT / "dev", *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL)


@pytest.mark.skipif(pathlib.Path(os.environ["TARACEA_BUILD"]) != ROOT / "build/release", reason="not the script's build")
def test_a_second_build_with_nothing_changed_takes_under_three_seconds():
    first = dev("build")
    assert first.returncode == 0, first.stdout + first.stderr
    started = time.monotonic()
    second = dev("build")
    assert time.monotonic() - started < 3
    assert second.returncode == 0 and "build/release/taracea\n" in second.stdout


def test_every_command_that_help_names_is_one_of_the_script():
    named = re.findall(r"^\./dev (\w+)", dev("help").stdout, re.MULTILINE)
    script = (ROOT / "dev").read_text()
    assert len(named) >= 9
    assert [name for name in named if f"\n  {name}) " not in script] == []


def test_an_unknown_command_is_a_usage_error():
    done = dev("biuld")
    assert done.returncode == 2 and "./dev build" in done.stderr and done.stdout == ""


def test_doctor_says_of_each_group_whether_it_is_there():
    done = dev("doctor")
    groups = {line.split()[2] for line in (ROOT / "packages.txt").read_text().splitlines() if not line.startswith("#")}
    for group in groups:
        assert re.search(rf"^(ok|missing) +packages for '{group}'", done.stdout, re.MULTILINE), done.stdout


def test_packages_have_a_minimum_and_a_known_group():
    for line in (ROOT / "packages.txt").read_text().splitlines():
        assert line.startswith("#") or re.fullmatch(r"\S+ +\d\S* +(build|check|coverage)", line), line
