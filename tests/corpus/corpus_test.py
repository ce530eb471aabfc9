"""Every file of the corpus is read as expected, or refused for a reason that exceptions.tsv gives; and so are mutations."""

import hashlib
import io
import json
import os
import pathlib
import subprocess
import sys

import pytest

import corpus

TOOL = pathlib.Path(os.environ.get("TARACEA_TOOL", "build/release/taracea")).absolute()
CORPUS = pathlib.Path(os.environ.get("TARACEA_CORPUS") or "/nonexistent")
MUTATIONS = CORPUS.parent / "mutations"
needs_corpus = pytest.mark.skipif(not CORPUS.is_dir(), reason="TARACEA_CORPUS names no folder")


def cat(path, column):
    """(what `cat` prints of one column, its message)."""
    done = subprocess.run([TOOL, "cat", "-c", column, "--csv", path], capture_output=True, text=True, timeout=20)
    return done.stdout, done.stderr


@needs_corpus
def test_every_file_is_right_or_refused_for_a_reason():
    answers = corpus.run_all(TOOL, CORPUS)
    corpus.write_table(answers, TOOL.parent / "corpus.tsv")
    assert len(answers) > 1000
    assert corpus.unexpected(answers, corpus.read_exceptions()) == []


def answer_of_column(path, options, name, expected):
    """None when a column is as expected; otherwise what differs, or the message of the tool."""
    done = subprocess.run([TOOL, "cat", "--format", "arrow", "-c", name, *options, CORPUS / path], capture_output=True, timeout=20)
    if done.returncode != 0:
        return done.stderr.decode()
    at = [column for column, _ in expected["columns"]].index(name)
    one = {"num_rows": expected["num_rows"], "colsum": [expected["colsum"][at]]}
    return "\n".join(corpus.differences(io.BytesIO(done.stdout), one)) or None


@needs_corpus
def test_every_column_of_an_encrypted_file_reads_with_its_key_or_has_a_fault_of_its_own():
    sys.path.insert(0, str(CORPUS / "tools"))
    checked = 0
    for path, options in corpus.read_options().items():
        if not path.endswith(".encrypted"):
            continue
        expected = json.loads((CORPUS / "expected" / f"{hashlib.sha256((CORPUS / path).read_bytes()).hexdigest()}.json").read_text())
        for name, _ in expected["columns"]:
            wrong = answer_of_column(path, options, name, expected)
            assert wrong is None or (name == "int96_field" and "INT96" in wrong), (path, name, wrong)
            checked += wrong is None
    assert checked > 70


def test_an_answer_that_is_not_wanted_is_reported():
    wrong = corpus.Answer("a.parquet", "valid", "wrong", "column 0 differs")
    refused = corpus.Answer("b.parquet", "fuzz", "refused", "a.parquet: not a Parquet file")
    assert len(corpus.unexpected([wrong, refused], {})) == 1
    assert corpus.unexpected([wrong], {"a.parquet": ("wrong", "clause", "reason")}) == []
    assert len(corpus.unexpected([wrong], {"a.parquet": ("refused", "clause", "reason")})) == 1
    assert len(corpus.unexpected([corpus.Answer("c", "corrupt", "crash")], {})) == 1


# A mutated footer costs column `a` at most; where it does, the message names what is not supported.
REFUSED_COLUMNS = {"03_unknown_codec_col_a": "codec", "19_file_path_set_col_a": "file_path"}


@pytest.mark.skipif(not MUTATIONS.is_dir(), reason="no mutations beside TARACEA_CORPUS")
def test_a_footer_newer_than_the_reader_costs_one_column_at_most():
    files = sorted(MUTATIONS.glob("*.parquet"))
    assert len(files) == 21
    healthy = {column: cat(files[0], column)[0] for column in "ab"}
    assert all(text.count("\n") == 5121 for text in healthy.values())
    for path in files:
        assert cat(path, "b") == (healthy["b"], ""), path.name
        text, message = cat(path, "a")
        if path.stem in REFUSED_COLUMNS:
            assert (text, REFUSED_COLUMNS[path.stem] in message) == ("", True), path.name
        else:
            assert text == healthy["a"], path.name
