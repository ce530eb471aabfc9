"""This tree keeps to the budgets, and each rule is able to fail."""

import pathlib

import pytest

from cpp_scanner import functions
from tidy import Tidy

ROOT = pathlib.Path(__file__).resolve().parents[2]


def faults(tmp_path, path, text):
    """Rules that a tree of one file breaks."""
    file = tmp_path / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    (tmp_path / "tests/tidy").mkdir(parents=True, exist_ok=True)
    (tmp_path / "tests/tidy/exceptions.toml").write_text("exception = []\n")
    return {f.split("[")[1].split("]")[0] for f in Tidy(tmp_path, [path]).check()}


def body(lines):
    return "int F() {\n" + "  Step();\n" * lines + "}\n"


def test_this_tree_keeps_to_the_rules():
    assert Tidy(ROOT).check() == []


def test_measures_functions_of_all_shapes():
    text = """
namespace taracea::x {
template <typename T>
Status Reader::Read(std::span<const T> values, std::map<int, int> names = {}, int n = 3) const noexcept {
  for (int i = 0; i < n; ++i) {
    if (values[i] == '{') {
      Each([&](int k) { return k; });
    } else {
      while (true) {
      }
    }
  }
}
class Box {
 public:
  Box() : size_{0}, name_{"}"} {}
  int size() const { return size_; }
};
const int kTable[] = {1, 2, 3};
}  // namespace
"""
    found = functions(text)
    assert [(f.name, f.line_count, f.nesting, f.parameter_count) for f in found] == [
        ("Reader::Read", 11, 3, 3), ("Box", 1, 0, 0), ("size", 1, 0, 0)]


@pytest.mark.parametrize(
    "rule, path, text",
    [
        ("function-lines", "src/base/a.cc", body(70)),
        ("file-lines", "src/base/a.cc", "int x;\n" * 601),
        ("nesting", "src/base/a.cc", "void F() {\n  if (a) {\n    for (;;) {\n      if (b) {\n        if (c) {\n        }\n      }\n    }\n  }\n}\n"),
        ("parameters", "src/base/a.cc", "void F(int a, int b, int c, int d, int e, int f, int g) {\n}\n"),
        ("name", "src/base/string_util.cc", ""),
        ("name", "src/common/a.cc", ""),
        ("unfinished", "src/base/a.cc", "// TO" + "DO: later\n"),
        ("machine-path", "src/base/a.cc", 'const char* p = "/sr' + 'v/main";\n'),
        ("throw", "src/base/a.cc", "void F() {\n  throw 1;\n}\n"),
        ("new-delete", "src/base/a.cc", "void F() {\n  auto* p = new int[3];\n}\n"),
        ("new-delete", "src/base/a.cc", "void F() {\n  delete p;\n}\n"),
        ("abort", "src/base/a.cc", "void F() {\n  std::abort();\n}\n"),
        ("print", "src/base/a.cc", 'void F() {\n  std::cerr << "x";\n}\n'),
        ("codec-labels", "src/encoding/delta_decoder.h", "/// Wire: x\n"),
        ("blob", "docs/a.bin", "x" * 70000),
    ],
)
def test_finds(tmp_path, rule, path, text):
    assert rule in faults(tmp_path, path, text)


def test_accepts_code_that_is_at_its_limits(tmp_path):
    assert faults(tmp_path, "src/base/a.cc", body(68)) == set()
    assert faults(tmp_path, "src/base/b.cc", "struct A {\n  A(const A&) = delete;\n};\n// a new buffer\n") == set()


def test_finds_two_files_of_one_name(tmp_path):
    faults(tmp_path, "src/base/a.h", "")
    faults(tmp_path, "src/page/a.h", "")
    assert any("unique-name" in f for f in Tidy(tmp_path, ["src/base/a.h", "src/page/a.h"]).check())


def test_finds_an_exception_that_excuses_nothing(tmp_path):
    faults(tmp_path, "src/base/a.cc", "")
    (tmp_path / "tests/tidy/exceptions.toml").write_text(
        '[[exception]]\nfile = "src/base/a.cc"\nrule = "throw"\nreason = "because of reasons"\n')
    assert any("excuses nothing" in f for f in Tidy(tmp_path, ["src/base/a.cc"]).check())
