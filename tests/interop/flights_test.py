"""The flights data is the same in the CSV, in Taracea, in pyarrow and in DuckDB, whoever wrote the Parquet file."""

import csv
import os
import pathlib
import subprocess
import tempfile
import unittest

import duckdb
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.ipc
import pyarrow.parquet as pq

TOOL = pathlib.Path(os.environ.get("TARACEA_TOOL", "build/release/taracea"))
FLIGHTS = pathlib.Path(os.environ.get("TARACEA_FLIGHTS_CSV", "build/data/flights.csv"))
INSTANT = pa.timestamp("us", "UTC")

# What is no 64-bit integer, by column: of the flights, and of the data that the tool makes in their place.
FLIGHTS_TYPES = {"time_hour": INSTANT} | dict.fromkeys(("carrier", "tailnum", "origin", "dest"), pa.string())
GENERATED_TYPES = (
    {"flag": pa.bool_(), "unsigned_big": pa.uint64(), "day": pa.date32(), "clock": pa.time64("us")}
    | {"instant": INSTANT, "local_time": pa.timestamp("us")}
    | dict.fromkeys(("single", "real", "price"), pa.float64())
    | dict.fromkeys(("word", "text", "bytes", "key", "tags", "point", "readings", "attributes"), pa.string())
)


def run(*arguments):
    """Runs the tool and returns what it prints; its message is the failure's when it does not succeed."""
    done = subprocess.run([TOOL, *map(str, arguments)], capture_output=True, timeout=300)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, arguments))}: exit {done.returncode}: {done.stderr.decode()}")
    return done.stdout


def parsed(text, kind):
    if pa.types.is_time(kind):
        return pc.binary_join_element_wise("1970-01-01", text, "T").cast(pa.timestamp("us")).cast(kind)
    return text.cast(kind)


def fields_of(path, types):
    """The CSV by Python's reader, each column turned from its strings to its own type; NA and nothing are null."""
    with open(path, encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        names = next(rows)
        columns = list(zip(*rows))
    absent = {"NA", ""}
    texts = [pa.array([None if f in absent else f for f in column], pa.string()) for column in columns]
    return pa.table([parsed(text, types.get(name, pa.int64())) for name, text in zip(names, texts)], names)


class FlightsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        if FLIGHTS.exists():
            cls.source, types, cls.nulls = FLIGHTS, FLIGHTS_TYPES, ["--null", "NA"]
        else:
            cls.source, types, cls.nulls = cls.folder / "generated.csv", GENERATED_TYPES, []
            run("generate", cls.source, "--rows", 50_000, "--seed", 1)
        cls.table = fields_of(cls.source, types)
        cls.database = duckdb.connect(config={"autoinstall_known_extensions": False})
        cls.addClassCleanup(cls.database.close)

    def same(self, found, reader):
        """Each value is the CSV's. A wider type may hold it; an empty text counts as none, as CSV has it."""
        self.assertEqual(self.table.column_names, found.column_names, reader)
        self.assertEqual(self.table.num_rows, found.num_rows, reader)
        for name, want, got in zip(self.table.column_names, self.table.columns, found.columns):
            got = got.cast(want.type)
            if pa.types.is_string(want.type):
                got = pc.if_else(pc.equal(got, ""), pa.scalar(None, pa.string()), got)
            if not got.equals(want):
                differ = pc.fill_null(pc.not_equal(got, want), True)
                at = pc.index(pc.and_(differ, pc.or_(got.is_valid(), want.is_valid())), True).as_py()
                self.fail(f"{reader}: {name}, row {at}: {got[at]}, expected {want[at]}")

    def read_by_duckdb(self, path):
        return self.database.sql("SELECT * FROM read_parquet(?)", params=[str(path)]).to_arrow_table()

    def read_by_taracea(self, path):
        found = pa.ipc.open_stream(run("cat", "--format", "arrow", path)).read_all()
        found.validate(full=True)
        return found

    def written_by_taracea(self, *options):
        path = self.folder / "taracea.parquet"
        run("convert", self.source, path, "--force", "--quiet", *self.nulls, *options)
        return path

    def each_read(self, path):
        self.same(pq.read_table(path, page_checksum_verification=True), "pyarrow")
        self.same(self.read_by_duckdb(path), "duckdb")

    def test_others_read_each_codec_and_page_version(self):
        for codec in ("none", "snappy", "gzip", "zstd", "brotli", "lz4_raw"):
            for version in (1, 2):
                with self.subTest(codec=codec, version=version):
                    path = self.written_by_taracea("--codec", codec, "--page-version", version)
                    stored = pq.ParquetFile(path).metadata.row_group(0).column(0).compression
                    self.assertEqual(stored, {"none": "UNCOMPRESSED", "lz4_raw": "LZ4"}.get(codec, codec.upper()))
                    self.each_read(path)

    def test_others_read_it_without_dictionary_and_in_small_row_groups(self):
        for options in (["--no-dictionary"], ["--row-group-rows", 10_000], ["--no-dictionary", "--row-group-rows", 7777]):
            with self.subTest(options=options):
                self.each_read(self.written_by_taracea(*options, "--page-version", 2))

    def test_others_read_each_encoding_of_integers_and_texts(self):
        names = self.table.schema.names
        integer = next(n for n in names if self.table.schema.field(n).type == pa.int64())
        text = next(n for n in names if self.table.schema.field(n).type == pa.string())
        cases = {integer: ("PLAIN", "DELTA_BINARY_PACKED", "BYTE_STREAM_SPLIT")}
        cases[text] = ("PLAIN", "DELTA_LENGTH_BYTE_ARRAY", "DELTA_BYTE_ARRAY")
        for name, encodings in cases.items():
            for encoding in encodings:
                with self.subTest(column=name, encoding=encoding):
                    path = self.written_by_taracea("--no-dictionary", "--encoding", f"{name}={encoding}")
                    stored = pq.ParquetFile(path).metadata.row_group(0).column(names.index(name)).encodings
                    self.assertIn(encoding, stored)
                    self.each_read(path)

    def files_of_pyarrow(self):
        path = self.folder / "pyarrow.parquet"
        for compression, version, dictionary, rows in (
            ("none", "1.0", True, 1_000_000),
            ("snappy", "1.0", False, 50_000),
            ("gzip", "2.0", True, 5_000),
            ("zstd", "2.0", False, 4_000),
            ("brotli", "1.0", True, 100_000),
            ("lz4", "2.0", True, 33_333),
        ):
            options = {"compression": compression, "data_page_version": version, "use_dictionary": dictionary}
            pq.write_table(self.table, path, row_group_size=rows, write_page_checksum=True, **options)
            yield f"pyarrow {options} {rows}", path
        delta = ("DELTA_BINARY_PACKED", "DELTA_BYTE_ARRAY")
        for integers, texts in (delta, ("BYTE_STREAM_SPLIT", "DELTA_LENGTH_BYTE_ARRAY")):
            kinds = {pa.int64(): integers, pa.string(): texts}
            encodings = {f.name: kinds[f.type] for f in self.table.schema if f.type in kinds}
            pq.write_table(self.table, path, use_dictionary=False, column_encoding=encodings, write_page_index=True)
            yield f"pyarrow {integers} {texts}", path

    def files_of_duckdb(self):
        path = self.folder / "duckdb.parquet"  # Its brotli takes a minute; pyarrow's has to do.
        self.database.register("flights", self.table)
        for codec, version, rows, dictionary in (
            ("uncompressed", "V1", 122_880, ""),
            ("snappy", "V2", 8_192, ""),
            ("gzip", "V1", 20_480, ""),
            ("zstd", "V2", 122_880, ", DICTIONARY_SIZE_LIMIT 1"),
            ("lz4_raw", "V1", 1_000_000, ", DICTIONARY_SIZE_LIMIT 1"),
        ):
            options = f"FORMAT parquet, CODEC {codec}, PARQUET_VERSION {version}, ROW_GROUP_SIZE {rows}{dictionary}"
            self.database.execute(f"COPY flights TO '{path}' ({options})")
            yield f"duckdb {options}", path

    def test_reads_and_verifies_what_others_write(self):
        for files in (self.files_of_pyarrow, self.files_of_duckdb):
            for writer, path in files():
                with self.subTest(writer):
                    self.same(self.read_by_taracea(path), writer)
                    run("verify", path)


if __name__ == "__main__":
    unittest.main()
