#!/usr/bin/env python3
"""Checks every include of src/, include/ and cli/ against the layer table in layers.toml.

Prints one line a wrong include and exits with 1 if there is one.
"""

import pathlib
import re
import sys
import tomllib

INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]', re.MULTILINE)
SOURCE_SUFFIXES = {".h", ".cc", ".c"}


def sources(folder):
    return sorted(p for p in folder.rglob("*") if p.suffix in SOURCE_SUFFIXES) if folder.is_dir() else []


class Layers:
    def __init__(self, root):
        self.root = pathlib.Path(root)
        table = tomllib.loads((self.root / "tests/layers/layers.toml").read_text())
        self.numbers = table["layers"]
        self.outside = table["outside"]
        self.owners = table["public_headers"]
        self.third_party = table["third_party"]
        self.errors = []

    def error(self, path, message):
        self.errors.append(f"{path.relative_to(self.root)}: {message}")

    def check(self):
        for folder in sorted(p for p in (self.root / "src").iterdir() if p.is_dir()):
            if folder.name not in self.numbers:
                self.error(folder, "folder is not in the layer table")
                continue
            for path in sources(folder):
                self.check_file(path, folder.name)
        for path in sources(self.root / "include/taracea"):
            if path.name not in self.owners:
                self.error(path, "public header has no owner in the layer table")
            else:
                self.check_file(path, self.owners[path.name], public=True)
        for name in self.outside:
            for path in sources(self.root / name):
                self.check_file(path, name)
        return self.errors

    def check_file(self, path, layer, public=False):
        for quote, target in INCLUDE.findall(path.read_text(encoding="utf-8")):
            if target.startswith("taracea/"):
                self.check_public(path, layer, target.removeprefix("taracea/"))
            elif quote == '"':
                self.check_own(path, layer, target, public)
            else:
                self.check_third_party(path, layer, target)

    def check_public(self, path, layer, header):
        owner = self.owners.get(header)
        if owner is None:
            self.error(path, f"includes taracea/{header}, which has no owner in the layer table")
        elif layer not in self.outside:
            self.check_direction(path, layer, owner, f"taracea/{header}")

    def check_own(self, path, layer, target, public):
        folder = target.split("/")[0] if "/" in target else layer
        if public:
            self.error(path, f"public header includes {target}, which is not public")
        elif layer in self.outside:
            if folder != layer:
                self.error(path, f"includes {target}, but {layer} sees include/taracea/ only")
        elif path.stem.endswith(("_test", "_bench")) and folder not in self.numbers:
            pass  # A test may use the support code of tests/.
        elif folder not in self.numbers:
            self.error(path, f"includes {target}, which is in no layer")
        else:
            self.check_direction(path, layer, folder, target)

    def check_direction(self, path, layer, other, target):
        if other != layer and self.numbers[other] >= self.numbers[layer]:
            self.error(path, f"{layer} ({self.numbers[layer]}) includes {target} of {other} ({self.numbers[other]})")

    def check_third_party(self, path, layer, target):
        for prefix, allowed in self.third_party.items():
            if not target.startswith(prefix):
                continue
            if path.suffix == ".h":
                self.error(path, f"header includes the third-party header {target}")
            elif layer not in allowed and "*" not in allowed and not path.stem.endswith(("_test", "_bench")):
                self.error(path, f"includes {target}, which only {', '.join(allowed)} may")


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2]
    errors = Layers(root).check()
    print("\n".join(errors) if errors else "layers: every include goes down")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
