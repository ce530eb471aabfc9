"""The tasks, done by DuckDB. Speaks as worker.h says."""

import ctypes
import json
import pathlib
import sys
import time

import duckdb

ROW_GROUP_ROWS = 1 << 20
BUILD = pathlib.Path(__file__).resolve().parents[1] / "build/release"


def status_bytes(key):
    for line in pathlib.Path("/proc/self/status").read_text().splitlines():
        if line.startswith(key + ":"):
            return int(line.split()[1]) * 1024
    return 0


def parquet_options(codec):
    return f"(FORMAT parquet, COMPRESSION {'uncompressed' if codec == 'none' else codec}, ROW_GROUP_SIZE {ROW_GROUP_ROWS})"


class Read:
    def __init__(self, connection, path):
        self.connection, self.path, self.table = connection, path, None

    def prepare(self):
        pass

    def run(self):
        self.table = self.connection.sql(f"FROM '{self.path}'").to_arrow_table()

    def drop(self):
        self.table = None

    def answer(self):
        digest = ctypes.CDLL(BUILD / "libbench_digest.so").DigestArrowColumn
        digest.restype, digest.argtypes = ctypes.c_uint64, (ctypes.c_uint64, ctypes.c_void_p, ctypes.c_void_p)
        answer = {"rows": self.table.num_rows}
        for name, column in zip(self.table.column_names, self.table.columns):
            value = 1
            for chunk in column.chunks:
                array, schema = ctypes.create_string_buffer(80), ctypes.create_string_buffer(72)
                chunk._export_to_c(ctypes.addressof(array), ctypes.addressof(schema))
                value = digest(value, schema, array)
                for exported, position in ((array, 64), (schema, 56)):
                    release = ctypes.c_void_p.from_buffer(exported, position).value
                    ctypes.CFUNCTYPE(None, ctypes.c_void_p)(release)(ctypes.addressof(exported))
            answer[name] = str(value)
        return answer


class Write:
    def __init__(self, connection, source, output, codec):
        self.connection, self.source, self.output, self.codec = connection, source, output, codec

    def prepare(self):
        self.connection.execute(f"CREATE TABLE data AS FROM '{self.source}'")

    def run(self):
        self.connection.execute(f"COPY data TO '{self.output}' {parquet_options(self.codec)}")

    def drop(self):
        pathlib.Path(self.output).unlink(missing_ok=True)


class ConvertCsv(Write):
    def __init__(self, connection, source, output):
        super().__init__(connection, source, output, "snappy")

    def prepare(self):
        pass

    def run(self):
        self.connection.execute(
            f"COPY (FROM read_csv('{self.source}', nullstr='NA')) TO '{self.output}' {parquet_options('snappy')}"
        )


class Open(Read):
    def run(self):
        self.rows = self.connection.execute(f"SELECT num_rows FROM parquet_file_metadata('{self.path}')").fetchone()[0]

    def answer(self):
        columns = self.connection.execute(f"SELECT count(*) FROM (DESCRIBE FROM '{self.path}')").fetchone()[0]
        return {"rows": self.rows, "columns": columns}


def main():
    connection = duckdb.connect(config={"threads": 1})
    kinds = {"read": Read, "write": Write, "csv": ConvertCsv, "open": Open}
    base_bytes = status_bytes("VmRSS")
    task = kinds[sys.argv[1]](connection, *sys.argv[2:])
    task.prepare()
    for request in sys.stdin:
        if request == "answer\n":
            print(json.dumps(task.answer()), flush=True)
            continue
        task.drop()
        pathlib.Path("/proc/self/clear_refs").write_text("5")
        start = time.perf_counter_ns()
        task.run()
        elapsed = time.perf_counter_ns() - start
        # Its own allocator does not call malloc, so nobody can count for it.
        figures = {"ns": elapsed, "peak_bytes": status_bytes("VmHWM") - base_bytes, "allocations": -1}
        print(json.dumps(figures), flush=True)


main()
