"""docs/spec-map.md is current, and the generator reads anchors as people write them."""

import pathlib

from spec_map import anchors_of, spec_map

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_map_is_current():
    assert (ROOT / "docs/spec-map.md").read_text() == spec_map(ROOT), "run ./dev format"


def test_reads_anchors_over_several_lines_and_of_each_declaration(tmp_path):
    header = tmp_path / "delta.h"
    header.write_text(
        "/// Decodes deltas.\n/// Cost: one pass. Spec: Encodings.md#DELTAENC,\n///   parquet.thrift#Encoding. Kept.\n"
        "class DeltaDecoder {\n  /// Spec: README.md\n  int Run(int count);\n};\n/// Names Encodings.md in passing.\nint x;\n")
    assert list(anchors_of(header)) == [
        ("Encodings.md#DELTAENC", "DeltaDecoder"), ("parquet.thrift#Encoding", "DeltaDecoder"), ("README.md", "Run")]
