"""Runs tasks times engines and prints a table; `compare REV` runs two revisions of Taracea against each other.

Every engine works in the calling thread of its own process, all pinned to one core, and takes its turn after the others.
An answer is checked before anything is timed. Figures of the first run of a fresh process stand apart from those of the
steady state, where the memory of the run before is used again.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
BUILD = ROOT / "build/release"
DATA = ROOT / "build/bench/data"
FLIGHTS_CSV = ROOT / "build/data/flights.csv"
FRESH_PROCESSES = 3

ENGINES = {
    "taracea": [BUILD / "taracea_bench"],
    "arrow": [BUILD / "arrow_peer"],
    "duckdb": [sys.executable, ROOT / "bench/duckdb_peer.py"],
}


def tasks():
    """Returns {name: words of the worker}; OUT stands for the file that a worker writes."""
    found = {}
    for data in ("flights", "strings", "numbers"):
        for codec in ("none", "snappy"):
            source = DATA / f"{data}.{codec}.parquet"
            found[f"read {data} {codec}"] = ["read", source]
            found[f"write {data} {codec}"] = ["write", source, "OUT", codec]
    found["CSV to Parquet flights snappy"] = ["csv", FLIGHTS_CSV, "OUT"]
    found["open 10,000 columns"] = ["open", DATA / "wide.parquet"]
    return {name: words for name, words in sorted(found.items()) if words[1].exists()}


class Worker:
    """One process of an engine, ready to run one task again and again."""

    def __init__(self, command, core, preload=None):
        self.words = [str(word) for word in command]
        environment = os.environ | ({"LD_PRELOAD": str(preload)} if preload else {})
        self.process = subprocess.Popen(
            ["taskset", "-c", str(core), *self.words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )

    def ask(self, request):
        print(request, file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"bench: failed: {' '.join(self.words)}")
        return json.loads(line)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()


class Runner:
    def __init__(self, options, engines):
        self.options, self.engines = options, engines
        self.scratch = pathlib.Path(tempfile.mkdtemp(prefix="bench-", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.scratch)

    def output(self, engine):
        return self.scratch / f"{engine}.parquet"

    def worker(self, engine, words, preload=None):
        words = [self.output(engine) if word == "OUT" else word for word in words]
        return Worker([*self.engines[engine], *words], self.options.core, preload)

    def answer(self, worker, engine, words):
        if "OUT" not in words:
            return worker.ask("answer")
        with Worker([*ENGINES["arrow"], "read", self.output(engine)], self.options.core) as reader:
            reader.ask("run")
            return reader.ask("answer")

    def check(self, name, words, workers):
        answers = {engine: self.answer(worker, engine, words) for engine, worker in workers.items()}
        expected = next(iter(answers.values()))
        for engine, answer in answers.items():
            different = sorted(key for key in expected.keys() | answer.keys() if expected.get(key) != answer.get(key))
            if different:
                sys.exit(f"bench: {name}: {engine} differs from {next(iter(answers))} in {', '.join(different)}")

    def measure(self, name, words):
        """Returns {engine: figures} of one task."""
        fresh = {engine: [] for engine in self.engines}
        for _ in range(FRESH_PROCESSES):
            for engine in self.engines:
                with self.worker(engine, words) as worker:
                    fresh[engine].append(worker.ask("run"))
        workers = {engine: self.worker(engine, words) for engine in self.engines}
        steady = {engine: [] for engine in self.engines}
        for engine, worker in workers.items():
            worker.ask("run")
        self.check(name, words, workers)
        for _ in range(self.options.repetitions):
            for engine, worker in workers.items():
                steady[engine].append(worker.ask("run")["ns"])
        figures = {}
        for engine, worker in workers.items():
            worker.__exit__()
            with self.worker(engine, words, BUILD / "libbench_allocations.so") as counted:
                allocations = counted.ask("run")["allocations"]
            figures[engine] = {
                "fresh_ns": [run["ns"] for run in fresh[engine]],
                "steady_ns": steady[engine],
                "peak_bytes": min(run["peak_bytes"] for run in fresh[engine]),
                "allocations": None if allocations < 0 else allocations,
                "output_bytes": self.output(engine).stat().st_size if "OUT" in words else None,
            }
        return figures


def row(name, engine, figures, base):
    """Formats one line of the table. Ratios above 1: the first engine is faster."""
    best, base_best = min(figures["steady_ns"]), min(base["steady_ns"])
    fresh, base_fresh = min(figures["fresh_ns"]), min(base["fresh_ns"])
    is_base = figures is base
    cells = [
        name if is_base else "",
        engine,
        f"{best / 1e6:.2f}",
        f"{statistics.median(figures['steady_ns']) / 1e6:.2f}",
        "" if is_base else f"{best / base_best:.2f}",
        f"{fresh / 1e6:.2f}",
        "" if is_base else f"{fresh / base_fresh:.2f}",
        f"{figures['peak_bytes'] / 1e6:.0f}",
        "-" if figures["allocations"] is None else f"{figures['allocations']:,}",
        "" if figures["output_bytes"] is None else f"{figures['output_bytes'] / 1e6:.2f}",
    ]
    return "| " + " | ".join(cells) + " |"


HEADING = """\
| task | engine | steady min ms | median ms | ratio | fresh ms | ratio | peak MB | allocations | output MB |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"""


def machine():
    model = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    revision = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
    versions = {}
    for package in ("pyarrow", "duckdb"):
        versions[package] = __import__(package).__version__
    return {"cpu": model.group(1), "cores": os.cpu_count(), "revision": revision, **versions}


def make_data():
    if not (DATA / "wide.parquet").exists():
        DATA.mkdir(parents=True, exist_ok=True)
        subprocess.run([BUILD / "make_datasets", DATA, *([FLIGHTS_CSV] if FLIGHTS_CSV.exists() else [])], check=True)


def chosen(filters):
    return {name: words for name, words in tasks().items() if not filters or any(f in name for f in filters)}


def run(options):
    engines = {engine: command for engine, command in ENGINES.items() if engine in options.engines.split(",")}
    results = {"machine": machine(), "tasks": {}}
    print(HEADING)
    with Runner(options, engines) as runner:
        for name, words in chosen(options.filters).items():
            figures = results["tasks"][name] = runner.measure(name, words)
            base = next(iter(figures.values()))
            for engine in figures:
                print(row(name, engine, figures[engine], base), flush=True)
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(json.dumps(results, indent=1) + "\n")


def build_revision(revision):
    """Builds another revision's library under today's worker and returns the program."""
    tree = ROOT / "build/bench/compared"
    git = lambda *words, where=ROOT: subprocess.run(["git", *words], cwd=where, check=True, stdout=subprocess.DEVNULL)
    git("worktree", "prune")
    if not tree.exists():
        git("worktree", "add", "--quiet", "--force", "--detach", str(tree), revision)
    commit = subprocess.run(["git", "rev-parse", revision], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()
    git("checkout", "--quiet", "--force", "--detach", commit, where=tree)
    shutil.copytree(ROOT / "bench", tree / "bench", dirs_exist_ok=True)
    shutil.copy(ROOT / "cmake/bench.cmake", tree / "cmake/bench.cmake")
    switches = ["-DTARACEA_BUILD_BENCH=ON", "-DTARACEA_BUILD_TESTS=OFF", "-DTARACEA_BUILD_TOOL=OFF"]
    subprocess.run(["cmake", "--preset", "release", *switches, f"-DTARACEA_PYTHON={sys.executable}"], cwd=tree, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["ninja", "-C", "build/release", "--quiet", "taracea_bench"], cwd=tree, check=True)
    return tree / "build/release/taracea_bench"


def verdict(here, there):
    """Tells whether two series differ. Beyond the noise: nine pairs of ten say the same, and the minima differ by 2 %."""
    faster = sum((a < b) + (a == b) / 2 for a in here for b in there) / (len(here) * len(there))
    change = min(there) / min(here)
    if faster >= 0.9 and change > 1.02:
        return "faster"
    return "SLOWER" if faster <= 0.1 and change < 0.98 else ""


def compare(options):
    revision, filters = options.filters[1], options.filters[2:]
    engines = {"here": ENGINES["taracea"], revision: [build_revision(revision)]}
    print(f"| task | here min ms | {revision} min ms | ratio | fresh ratio | allocations | {revision} allocations | verdict |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |")
    with Runner(options, engines) as runner:
        for name, words in chosen(filters).items():
            here, there = runner.measure(name, words).values()
            best, other = min(here["steady_ns"]), min(there["steady_ns"])
            fresh = min(there["fresh_ns"]) / min(here["fresh_ns"])
            cells = [name, f"{best / 1e6:.2f}", f"{other / 1e6:.2f}", f"{other / best:.2f}", f"{fresh:.2f}",
                     f"{here['allocations']:,}", f"{there['allocations']:,}", verdict(here["steady_ns"], there["steady_ns"])]
            print("| " + " | ".join(cells) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(prog="./dev bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("filters", nargs="*", metavar="FILTER", help="tasks whose name contains it (default: all); `compare REV [FILTER...]`")
    parser.add_argument("--engines", default=",".join(ENGINES), help="of %(default)s")
    parser.add_argument("--repetitions", type=int, default=9, help="runs in the steady state (%(default)s)")
    parser.add_argument("--core", type=int, default=os.cpu_count() - 1, help="core to pin to (%(default)s)")
    parser.add_argument("--json", type=pathlib.Path, default=ROOT / "build/bench/results.json", help="where results go")
    options = parser.parse_args()
    make_data()
    if options.filters[:1] == ["compare"]:
        if len(options.filters) < 2:
            parser.error("compare needs a revision")
        compare(options)
    else:
        run(options)


main()
