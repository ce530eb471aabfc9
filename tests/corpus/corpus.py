#!/usr/bin/env python3
"""Runs the tool over every file of the corpus, each in a process of its own, and judges what it answers.

usage: corpus.py [--tool PATH] [--table OUT.tsv] [--only SUBSTRING] [--kind KIND]

The corpus (TARACEA_CORPUS) holds real files of some 200 writers and, for most, what each column must hold. Verdicts:
right, wrong, refused (one clear message that names the file), crash, hang, memory. Files that no reader can answer for
(kinds corrupt and fuzz, or without an expectation) are `read` or `refused`. A verdict other than the one that its kind
wants must stand in exceptions.tsv, with the reason.
"""
import argparse
import collections
import concurrent.futures
import csv
import dataclasses
import json
import os
import pathlib
import resource
import shlex
import signal
import subprocess
import sys
import tempfile

CPU_SECONDS, WALL_SECONDS, ADDRESS_SPACE = 20, 120, 2 << 30
SAFE_PEAK_KIB = 512 << 10  # Of corrupt and fuzz files: what they may take whatever they claim to hold.
HERE = pathlib.Path(__file__).parent
WANTED = {"valid": {"right"}, "perf": {"right"}, "encrypted": {"right"}}
SAFE = {"read", "refused", "right"}
# Expands past what the limits above allow; each has a test of its own.
APART = {
    "parquet-testing/large_string_map.brotli.parquet",
    "clickhouse-proton/0_stateless/data_parquet/list_monotonically_increasing_offsets.parquet",
}

# 100 levels: pyarrow reads no IPC schema of so many.
TOO_DEEP = {f"impala/max_nesting_depth/{shape}/file.parq" for shape in ("int_array", "int_map", "struct_map", "struct")}


@dataclasses.dataclass
class Answer:
    path: str
    kind: str
    verdict: str
    detail: str = ""
    peak_kib: int = 0


def limit_child():
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run_tool(command, stream):
    """Runs the tool with its standard output in `stream`; returns (exit code or None when it hung, message, peak KiB)."""
    with tempfile.TemporaryFile() as message:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=stream, stderr=message, preexec_fn=limit_child)
        signal.alarm(WALL_SECONDS)
        try:
            _, status, usage = os.wait4(child.pid, 0)
        except TimeoutError:
            child.kill()
            _, _, usage = os.wait4(child.pid, 0)
            return None, "", usage.ru_maxrss
        finally:
            signal.alarm(0)
        child.returncode = os.waitstatus_to_exitcode(status)
        message.seek(0)
        text = message.read().decode(errors="replace").strip()
        return (None if child.returncode == -signal.SIGXCPU else child.returncode), text, usage.ru_maxrss


def raise_timeout(*_):
    raise TimeoutError


def differences(stream, expected):
    """What compare.py of the corpus has to say of an Arrow stream: an empty list when it is as expected."""
    import pyarrow as pa  # Here, and not above: children that only run the tool need not pay for it.
    from compare import compare

    try:
        return compare(pa.ipc.open_stream(stream), expected)
    except (pa.ArrowInvalid, OSError) as error:
        return [f"broken stream: {error}"]


def differences_as_text(tool, path, expected):
    """The same by the tool's JSON lines, for files nested deeper than pyarrow reads IPC: whole rows, quotes left out."""
    lines = subprocess.run([tool, "cat", "--format", "jsonl", path], capture_output=True, text=True, timeout=WALL_SECONDS).stdout
    rows = [",".join(plain_text(value) for value in json.loads(line).values()) for line in lines.splitlines()]
    wanted = [",".join(token.replace('"', "") for token in row) for row in expected["rows"]]
    return [] if rows == wanted and len(wanted) == expected["num_rows"] else ["rows differ as JSON"]


def plain_text(value):
    return json.dumps(value, separators=(",", ":")).replace('"', "")


def judge(tool, corpus, row, options):
    """Runs one file and returns its Answer. `row`: its line in INDEX.tsv."""
    path, kind = row["path"], row["kind"]
    expectation = corpus / "expected" / (row["sha256"] + ".json")
    signal.signal(signal.SIGALRM, raise_timeout)
    with tempfile.TemporaryFile() as stream:
        code, message, peak = run_tool([tool, "cat", "--format", "arrow", "--threads", "1", *options, corpus / path], stream)
        if code is None:
            return Answer(path, kind, "hang", f"more than {CPU_SECONDS} s", peak)
        if code < 0 or code > 100:
            return Answer(path, kind, "crash", f"exit {code}: {message[-300:]}", peak)
        if kind not in WANTED and peak > SAFE_PEAK_KIB:
            return Answer(path, kind, "memory", f"{peak >> 10} MiB", peak)
        if code != 0:
            clear = os.path.basename(path) in message and "\n" not in message
            return Answer(path, kind, "refused" if clear else "unclear", message.replace(str(corpus) + "/", ""), peak)
        if not expectation.exists():
            return Answer(path, kind, "read", "", peak)
        stream.seek(0)
        expected = json.loads(expectation.read_text())
        found = differences(stream, expected)
        if found and found[0].startswith("broken stream") and path in TOO_DEEP:
            found = differences_as_text(tool, corpus / path, expected)
        return Answer(path, kind, "wrong" if found else "right", " | ".join(found)[:400], peak)


def read_options():
    """{path: options} of the files that want more than a name: keys, the unit of INT96."""
    lines = (HERE / "options.tsv").read_text().splitlines()
    return {path: shlex.split(options) for path, options in (line.split("\t") for line in lines[1:])}


def read_exceptions():
    """{path: (verdict, clause, reason)} of the files whose expectation, or which themselves, are not as the format says."""
    lines = (HERE / "exceptions.tsv").read_text().splitlines()
    return {path: (verdict, clause, reason) for path, verdict, clause, reason in (line.split("\t") for line in lines[1:])}


def unexpected(answers, exceptions):
    """Lines about each answer that is neither what its kind wants nor excepted, and each exception without need."""
    lines = []
    for answer in answers:
        wanted = WANTED.get(answer.kind, SAFE)
        excepted = exceptions.get(answer.path)
        if excepted and excepted[0] != answer.verdict:
            lines.append(f"{answer.path}: {answer.verdict}, but exceptions.tsv says {excepted[0]}: {answer.detail}")
        elif not excepted and answer.verdict not in wanted and not (answer.verdict in SAFE and answer.detail == ""):
            lines.append(f"{answer.path} ({answer.kind}): {answer.verdict}: {answer.detail}")
    return lines


def run_all(tool, corpus, only="", kinds=None):
    """The Answer of each file, in the order of INDEX.tsv, two at a time."""
    sys.path.insert(0, str(corpus / "tools"))
    with open(corpus / "INDEX.tsv", newline="") as index:
        rows = [row for row in csv.DictReader(index, delimiter="\t", quoting=csv.QUOTE_NONE) if row["kind"] != "aux"]
    rows = [row for row in rows if only in row["path"] and row["path"] not in APART and (not kinds or row["kind"] in kinds)]
    options = read_options()
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(judge, *zip(*((tool, corpus, row, options.get(row["path"], [])) for row in rows)), chunksize=4))


def write_table(answers, path):
    with open(path, "w", newline="") as out:
        table = csv.writer(out, delimiter="\t")
        table.writerow(field.name for field in dataclasses.fields(Answer))
        table.writerows(dataclasses.astuple(answer) for answer in answers)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", type=pathlib.Path, default=os.environ.get("TARACEA_TOOL", "build/release/taracea"))
    parser.add_argument("--table", type=pathlib.Path, default="build/corpus.tsv", help="where the table per file goes")
    parser.add_argument("--only", default="", help="only files whose path holds this")
    parser.add_argument("--kind", action="append", help="only files of this kind (repeatable)")
    arguments = parser.parse_args()
    if not os.environ.get("TARACEA_CORPUS"):
        sys.exit("corpus: TARACEA_CORPUS names no folder: nothing to run on")
    answers = run_all(arguments.tool, pathlib.Path(os.environ["TARACEA_CORPUS"]), arguments.only, arguments.kind)
    write_table(answers, arguments.table)
    totals = collections.Counter((answer.kind, answer.verdict) for answer in answers)
    for (kind, verdict), count in sorted(totals.items()):
        print(f"{kind:10} {verdict:8} {count:5}")
    bad = unexpected(answers, read_exceptions())
    print(*bad, sep="\n")
    print(f"{len(answers)} files, {len(bad)} not as they should be; the table: {arguments.table}")
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
