"""The includes of this tree keep to the layer table, and the check is able to fail."""

import pathlib
import re
import shutil

import pytest

from layers import Layers

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture
def tree(tmp_path):
    """A copy of the sources in which a wrong include can be planted."""
    for name in ("src", "include", "cli", "tests/layers"):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tmp_path / name)
    return tmp_path


def plant(tree, path, text):
    (tree / path).parent.mkdir(parents=True, exist_ok=True)
    (tree / path).write_text(text)
    return [e for e in Layers(tree).check() if e.startswith(path)]


def test_every_include_of_this_tree_goes_down():
    assert Layers(ROOT).check() == []


def test_rejects_an_include_of_a_higher_layer(tree):
    assert plant(tree, "src/base/planted.h", '#include "encoding/decoder.h"\n')


def test_rejects_an_include_of_a_layer_with_the_same_number(tree):
    assert plant(tree, "src/encoding/planted.cc", '#include "schema/array_mapping.h"\n')


def test_rejects_a_public_header_of_a_higher_layer(tree):
    assert plant(tree, "src/thrift/planted.cc", '#include "taracea/schema.h"\n')


def test_rejects_a_public_header_that_includes_a_private_one(tree):
    header = tree / "include/taracea/io.h"
    header.write_text('#include "base/arena.h"\n' + header.read_text())
    assert any(e.startswith("include/taracea/io.h") for e in Layers(tree).check())


def test_rejects_a_folder_and_a_public_header_that_the_table_does_not_know(tree):
    (tree / "src/strange").mkdir()
    (tree / "include/taracea/strange.h").write_text("#pragma once\n")
    errors = "\n".join(Layers(tree).check())
    assert "src/strange: folder" in errors and "strange.h: public header" in errors


def test_rejects_a_tool_that_looks_inside_the_library(tree):
    assert plant(tree, "cli/planted.cc", '#include "file/footer.h"\n')


def test_rejects_a_third_party_header_in_a_header_or_in_the_wrong_layer(tree):
    assert plant(tree, "src/compression/planted.h", "#include <zstd.h>\n")
    assert plant(tree, "src/page/planted.cc", "#include <zstd.h>\n")


def test_accepts_what_the_table_allows(tree):
    assert plant(tree, "src/encoding/planted.cc", '#include "base/arena.h"\n#include "taracea/types.h"\n') == []
    assert plant(tree, "cli/planted.cc", '#include "taracea/reader.h"\n#include "commands.h"\n') == []


def test_the_architecture_page_has_the_same_table_and_every_folder():
    page = (ROOT / "ARCHITECTURE.md").read_text()
    numbers = Layers(ROOT).numbers
    rows = dict((name, int(number)) for number, name in re.findall(r"^\| (\d+) \| `(\w+)` \|", page, re.MULTILINE))
    assert rows.items() <= numbers.items()
    described = set(re.findall(r"\*\*(\w+)\*\*", page))
    for folder in (p.name for p in (ROOT / "src").iterdir() if p.is_dir()):
        assert folder in rows and folder in described, folder
