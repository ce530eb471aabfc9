"""Runs the tool under test: TARACEA_TOOL, or the release build of this tree."""

import json
import os
import pathlib
import pty
import select
import struct
import subprocess
import tempfile
import termios
import time
import unittest

import fcntl

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = os.environ.get("TARACEA_TOOL", str(ROOT / "build/release/taracea"))


class ToolTest(unittest.TestCase):
    """A folder of its own for each test, and ways to run the tool in it."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="taracea-cli-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def path(self, name):
        return self.folder / name

    def write(self, name, content):
        data = content if isinstance(content, bytes) else content.encode()
        self.path(name).write_bytes(data)
        return name

    def run_tool(self, *words, stdin=b"", env=None):
        environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS")}
        environment.update(env or {})
        return subprocess.run([TOOL, *map(str, words)], input=stdin, capture_output=True, cwd=self.folder,
                              env=environment, timeout=120)

    def ok(self, *words, stdin=b""):
        """Standard output as text of a run that must succeed."""
        done = self.run_tool(*words, stdin=stdin)
        self.assertEqual(done.returncode, 0, (words, done.stderr.decode()))
        return done.stdout.decode()

    def fails(self, code, *words, stdin=b""):
        """Standard error as text of a run that must end with a code."""
        done = self.run_tool(*words, stdin=stdin)
        self.assertEqual(done.returncode, code, (words, done.stdout.decode(errors="replace"), done.stderr.decode()))
        return done.stderr.decode()

    def rows(self, name, *words):
        """The rows of a file as Python dictionaries."""
        return [json.loads(line) for line in self.ok("cat", name, "--jsonl", *words).splitlines()]

    def start(self, *words, **options):
        return subprocess.Popen([TOOL, *map(str, words)], cwd=self.folder, **options)

    def wait_for(self, holds, seconds=60):
        """Whether a condition comes true in time."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if holds():
                return True
            time.sleep(0.01)
        return False

    def on_terminal(self, *words, columns=60, env=None):
        """Runs with all streams on a terminal; returns the exit code and what it showed."""
        primary, secondary = pty.openpty()
        fcntl.ioctl(secondary, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS")}
        environment.update({"TERM": "xterm", **(env or {})})
        process = subprocess.Popen([TOOL, *map(str, words)], cwd=self.folder, stdin=secondary, stdout=secondary,
                                   stderr=secondary, env=environment)
        os.close(secondary)
        shown = b""
        while select.select([primary], [], [], 60)[0]:
            try:
                piece = os.read(primary, 65536)
            except OSError:  # The other side is closed.
                break
            if not piece:
                break
            shown += piece
        os.close(primary)
        return process.wait(timeout=60), shown.decode().replace("\r\n", "\n")
