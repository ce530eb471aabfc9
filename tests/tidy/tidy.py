#!/usr/bin/env python3
"""Holds the budgets and the habits of the house (STYLE.md) over every file that git knows.

Prints one line a fault, with the rule in brackets, and exits with 1 if there is one. Exceptions, each with its reason,
stand in exceptions.toml.
"""

import collections
import pathlib
import re
import subprocess
import sys
import tomllib

from cpp_scanner import blank, functions

FUNCTION_LINES, FILE_LINES, NESTING, PARAMETERS, BLOB_BYTES = 70, 600, 3, 6, 64 << 10
CODEC_LABELS = ("Wire:", "Shape:", "Units:", "Errors:", "Cost:", "State:", "Spec:")
BANNED_NAMES = re.compile(r"(^|_)(util|utils|common|helper|helpers|misc)(_|$)")
UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b|\bfor now\b|\bnot (?:yet )?implemented\b", re.IGNORECASE)
# An absolute path, other than into what every system has.
MACHINE_PATH = re.compile(r"(?<![][\w./:~$}>)*%<-])/(?!(?:bin|dev|etc|no|proc|sys|usr)/)[a-z][\w.-]*/(?=[\w.-])")
# What no code of ours does, and where it may all the same.
BANNED_CODE = {
    "throw": (re.compile(r"\bthrow\b"), re.compile(r"^(src/.*_test\.cc|tests/|include/taracea/status\.h)")),
    "new-delete": (re.compile(r"(?<![\w.>])new\s+[\w:(]|(?<!=)\s(?<!operator )delete(\[\])?\s+\w"), re.compile(r"^tests/")),
    "abort": (re.compile(r"(?<![.>])\b(std::)?(abort|terminate|quick_exit)\s*\(|\bassert\("), re.compile(r"^(tests/|fuzz/|src/.*_test\.cc|include/taracea/status\.h)")),
    "print": (re.compile(r"std::c(out|err)\b|\bf?printf\s*\(|\bfmt::print"), re.compile(r"^(cli/|tests/|fuzz/|bench/)")),
}
# Names that are the same in several folders because a tool asks for them.
SHARED_NAMES = {".clang-format", "CMakeLists.txt", "README.md", "__init__.py", "conftest.py"}
CODE_SUFFIXES = {".h", ".cc", ".c"}
TEXT_SUFFIXES = CODE_SUFFIXES | {".py", ".md", ".cmake", ".txt", ".toml", ".in", ".lock", ".json", ".fbs", ""}


class Tidy:
    def __init__(self, root, files=None):
        self.root = pathlib.Path(root)
        self.files = files if files is not None else self.known_files()
        self.faults = []
        self.exceptions = tomllib.loads((self.root / "tests/tidy/exceptions.toml").read_text())["exception"]
        self.used = set()

    def known_files(self):
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=self.root, check=True, capture_output=True, text=True,
        ).stdout
        return sorted(f for f in listed.split("\0") if f and (self.root / f).is_file())

    def fault(self, path, line, rule, message):
        for i, exception in enumerate(self.exceptions):
            if exception["file"] == path and exception["rule"] == rule and len(exception["reason"]) >= 10:
                self.used.add(i)
                return
        self.faults.append(f"{path}:{line}: [{rule}] {message}")

    def check(self):
        self.check_names()
        for path in self.files:
            self.check_file(path)
        for i, exception in enumerate(self.exceptions):
            if i not in self.used:
                self.faults.append(f"tests/tidy/exceptions.toml: excuses nothing: {exception['file']} {exception['rule']}")
        return self.faults

    def check_names(self):
        places = collections.defaultdict(list)
        for path in self.files:
            folder, _, name = path.rpartition("/")
            if not path.startswith(("fuzz/corpus/", "docs/", "tests/golden/", "tests/data/")) and name not in SHARED_NAMES:
                places[name].append(path)
            if any(BANNED_NAMES.search(part.split(".")[0]) for part in path.split("/")):
                self.fault(path, 1, "name", "says nothing: name it after its concept")
        for name, paths in places.items():
            # A private header may carry the name of the public one that it implements.
            private = [p for p in paths if not p.startswith("include/taracea/")]
            if len(private) > 1:
                self.fault(private[1], 1, "unique-name", f"{name} is also {private[0]}")

    def check_file(self, path):
        file = self.root / path
        suffix = file.suffix
        if file.stat().st_size > BLOB_BYTES and suffix not in CODE_SUFFIXES:
            self.fault(path, 1, "blob", f"{file.stat().st_size} bytes, more than {BLOB_BYTES}")
        if path.startswith("fuzz/corpus/") or suffix not in TEXT_SUFFIXES:
            return
        try:
            text = file.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            return
        self.check_words(path, text)
        if suffix in CODE_SUFFIXES:
            self.check_budgets(path, text)
            self.check_code(path, text)
        if re.fullmatch(r"src/(encoding/.+_(decoder|encoder|encoding)|compression/.+_codec)\.h", path):
            self.check_codec_labels(path, text)

    def check_words(self, path, text):
        if path.startswith("tests/tidy/"):
            return
        for number, line in enumerate(text.split("\n"), 1):
            if UNFINISHED.search(line) and not path.endswith(".md"):
                self.fault(path, number, "unfinished", line.strip()[:100])
            if MACHINE_PATH.search(line):
                self.fault(path, number, "machine-path", line.strip()[:100])

    def check_budgets(self, path, text):
        line_count = text.count("\n")
        if line_count > FILE_LINES:
            self.fault(path, 1, "file-lines", f"{line_count} lines, more than {FILE_LINES}")
        for function in functions(text):
            where = (path, function.line)
            if function.line_count > FUNCTION_LINES:
                self.fault(*where, "function-lines", f"{function.name} has {function.line_count} lines, more than {FUNCTION_LINES}")
            nesting = NESTING + path.endswith("_test.cc")  # A test may walk one more grid of cases.
            if function.nesting > nesting:
                self.fault(*where, "nesting", f"{function.name} nests {function.nesting} deep, more than {nesting}")
            if function.parameter_count > PARAMETERS:
                self.fault(*where, "parameters", f"{function.name} has {function.parameter_count} parameters, more than {PARAMETERS}")

    def check_code(self, path, text):
        if path.startswith("bench/"):
            return
        code = blank(text)
        for rule, (pattern, allowed) in BANNED_CODE.items():
            for match in () if allowed.search(path) else pattern.finditer(code):
                # A private constructor leaves no other way than to hand `new` to a smart pointer at once.
                statement = code[max(code.rfind(c, 0, match.start()) for c in ";{}") + 1 : match.start()]
                if rule == "new-delete" and re.search(r"_ptr<[^;]*\($", statement.rstrip()):
                    continue
                number = code.count("\n", 0, match.start()) + 1
                self.fault(path, number, rule, code.split("\n")[number - 1].strip()[:100])

    def check_codec_labels(self, path, text):
        missing = [label for label in CODEC_LABELS if not re.search(r"^\s*///.*\b" + label, text, re.MULTILINE)]
        if missing:
            self.fault(path, 1, "codec-labels", "lacks " + " ".join(missing))


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2]
    faults = Tidy(root).check()
    print("\n".join(faults) if faults else "tidy: every file keeps to the budgets")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
