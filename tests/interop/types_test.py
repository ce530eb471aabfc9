"""Every Arrow type goes through Parquet files of Taracea and of pyarrow, and comes back as it was."""

import datetime
import decimal
import os
import pathlib
import random
import subprocess
import tempfile
import unittest

import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet as pq

TOOL = os.environ.get("TARACEA_TOOL", "build/release/taracea")
ROWS = 7


def run(*arguments, given=None):
    """Runs the tool on bytes and returns what it prints; its message is the failure's when it does not succeed."""
    done = subprocess.run([TOOL, *map(str, arguments)], input=given, capture_output=True, timeout=120)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, arguments))}: exit {done.returncode}: {done.stderr.decode()}")
    return done.stdout


def stream_of(table, max_chunksize=None):
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table, max_chunksize=max_chunksize)
    return sink.getvalue().to_pybytes()


def written_by_taracea(table, path, *options, max_chunksize=None):
    given = stream_of(table, max_chunksize)
    run("convert", "--from", "arrow", "-", "-o", path, "--force", "--quiet", *options, given=given)


def read_by_taracea(path):
    table = pa.ipc.open_stream(run("cat", "--format", "arrow", path)).read_all()
    table.validate(full=True)
    return table


def read_by_pyarrow(path):
    table = pq.read_table(path, page_checksum_verification=True)
    table.validate(full=True)
    return table


def undictionaried(kind):
    """The type without its dictionaries: a file keeps values, and may give them a dictionary of its own."""
    if pa.types.is_dictionary(kind):
        return kind.value_type
    if pa.types.is_list(kind) and pa.types.is_dictionary(kind.value_type):
        return pa.list_(kind.value_type.value_type)
    return kind


def every(values, *kinds):
    return {str(kind): pa.array(values, kind) for kind in kinds}


def integers():
    columns = {}
    for bits in (8, 16, 32, 64):
        low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
        columns |= every([low, high, None, 0, -1, 1, 5], getattr(pa, f"int{bits}")())
        columns |= every([0, 2**bits - 1, None, high, high + 1, 1, 5], getattr(pa, f"uint{bits}")())
    return columns


def floats():
    values = [0.0, -0.0, None, 1.5, -2.25, float("inf"), float("-inf")]
    return every(values, pa.float16(), pa.float32(), pa.float64())


def texts():
    words = ["", "a", None, "ä€😀", "x" * 300, "\x00\x7f", "last"]
    columns = every(words, pa.string(), pa.large_string(), pa.string_view())
    raw = [None if w is None else w.encode() + b"\xff" for w in words]
    columns |= every(raw, pa.binary(), pa.large_binary(), pa.binary_view())
    columns |= every([b"abc", b"\0\0\0", None, b"\xff\xfe\xfd", b"xyz", b"abc", b"   "], pa.binary(3))
    return columns


def decimals():
    columns = {}
    for kind, most in ((pa.decimal32, 9), (pa.decimal64, 18), (pa.decimal128, 38), (pa.decimal256, 76)):
        for precision, scale in ((most, 0), (most, most), (most // 2, 2), (1, 0)):
            digits = ["0", "1", None, "-1", "9" * precision, "-" + "9" * precision, "7"]
            values = [None if d is None else decimal.Decimal(d).scaleb(-scale, decimal.Context(prec=80)) for d in digits]
            columns |= every(values, kind(precision, scale))
    return columns


def times():
    wide, days = [0, 1, None, -1, 2**40, -(2**40), 1_000_000], [0, 1, None, -1, 2**31 - 1, -(2**31), 19_000]
    columns = {"date32": pa.array(days, pa.int32()).cast(pa.date32())}
    for unit in ("s", "ms", "us", "ns"):
        for zone in (None, "UTC", "Europe/Berlin", "+05:30"):
            columns[f"timestamp {unit} {zone}"] = pa.array(wide, pa.int64()).cast(pa.timestamp(unit, zone))
        columns[f"duration {unit}"] = pa.array(wide, pa.int64()).cast(pa.duration(unit))
    clock = [0, 1, None, 86_399, 43_200, 5, 6]
    for unit, bits in (("s", 32), ("ms", 32), ("us", 64), ("ns", 64)):
        columns[f"time {unit}"] = pa.array(clock, getattr(pa, f"int{bits}")()).cast(getattr(pa, f"time{bits}")(unit))
    columns["date64"] = pa.array([None if d is None else d * 86_400_000 for d in days], pa.int64()).cast(pa.date64())
    return columns


def others():
    words = pa.array(["x", "y", None, "x", "x", "zz", "y"])
    return {
        "null": pa.nulls(ROWS),
        "bool": pa.array([True, False, None, True, True, False, None]),
        "all null": pa.array([None] * ROWS, pa.int64()),
        "dictionary": words.dictionary_encode(),
        "small dictionary": words.cast(pa.dictionary(pa.int8(), pa.string())),
        "dictionary of integers": pa.array([5, 6, None, 5, 5, 5, 7]).dictionary_encode(),
        "uuid": pa.ExtensionArray.from_storage(pa.uuid(), pa.array([bytes([i] * 16) for i in range(ROWS)], pa.binary(16))),
    }


def nested():
    pair = pa.struct({"a": pa.int32(), "b": pa.string()})
    count_by_word = pa.map_(pa.string(), pa.int32())
    every_group = pa.struct({"list": pa.list_(pa.int16()), "map": pa.map_(pa.string(), pa.list_(pa.string()))})
    bytes_of_bytes = pa.list_(pa.list_(pa.int8()))

    lists = [[1, 2], None, [], [3], [4, None], [None], [7]]
    pairs = [[1, 2], None, [3, 4], [5, 6], [7, None], [None, None], [1, 1]]
    structs = [{"a": 1, "b": "x"}, None, {"a": 2, "b": None}, {"a": None, "b": None}] + [{"a": 4, "b": "zz"}] * 3
    maps = [[("k", 1)], None, [], [("l", 2), ("m", None)], [], [("n", 3)], None]
    deep = [[lists[0], None], None, [], [[], [5]], [[None]], [[]], [[6]]]
    deeper = [deep, None, [], [None], [[None]], [[[None]]], [[[]]]]
    words = [("k", ["v", None]), ("n", None), ("e", [])]
    groups = [{"list": values, "map": words} for values in lists[:5]] + [None, {"list": None, "map": None}]

    def lists_of(values):
        return [values, None, [], [None], values[:1], values[5:], values[2:4]]

    return {
        "list": pa.array(lists, pa.list_(pa.int64())),
        "large list": pa.array(lists, pa.large_list(pa.int16())),
        "list view": pa.array(lists, pa.list_view(pa.int32())),
        "fixed-size list": pa.array(pairs, pa.list_(pa.int8(), 2)),
        "list of values that are there": pa.array(
            [[1], [], None, [2, 3], [4], [5], [6]], pa.list_(pa.field("item", pa.int32(), nullable=False))
        ),
        "list of lists": pa.array(deep, bytes_of_bytes),
        "list of lists of lists": pa.array(deeper, pa.list_(bytes_of_bytes)),
        "struct": pa.array(structs, pair),
        "struct of structs": pa.array([{"s": s} for s in structs[:6]] + [None], pa.struct({"s": pair})),
        "list of structs": pa.array(lists_of(structs), pa.list_(pair)),
        "map": pa.array(maps, count_by_word),
        "map of maps": pa.array([m and [("o", m)] for m in maps], pa.map_(pa.string(), count_by_word)),
        "struct of all": pa.array(groups, every_group),
        "list of all": pa.array(lists_of(groups), pa.list_(every_group)),
        "list of dates": pa.array([[datetime.date(1970, 1, 2), None], None, [], [], [], [], []], pa.list_(pa.date32())),
        "list of dictionary": pa.ListArray.from_arrays(
            [0, 2, 2, 3, 4, 5, 6, 7], pa.array(["x", "y", None, "x", "x", "zz", "y"]).dictionary_encode()
        ),
    }


def all_columns():
    return integers() | floats() | texts() | decimals() | times() | others() | nested()


class TypesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / "x.parquet"

    def same(self, want, got, of):
        """The values are equal; types may differ in the layout that Parquet does not keep, not in what they mean."""
        self.assertEqual(want.column_names, got.column_names, of)
        self.assertEqual(want.num_rows, got.num_rows, of)
        for name, expected, found in zip(want.column_names, want.columns, got.columns):
            expected = expected.cast(undictionaried(expected.type))
            if found.type != expected.type:
                found = found.cast(expected.type)
            if not found.equals(expected):
                self.fail(f"{of}: {name} {expected.type}: {found.to_pylist()}, expected {expected.to_pylist()}")

    def test_each_type_written_by_taracea(self):
        for name, values in all_columns().items():
            table = pa.table({"c": values})
            with self.subTest(name):
                written_by_taracea(table, self.path)
                self.same(table, read_by_pyarrow(self.path), "pyarrow")
                found = read_by_taracea(self.path)
                self.same(table, found, "taracea")
                if name != "dictionary of integers":  # Only texts come back as a dictionary.
                    self.assertEqual(found.schema.types, table.schema.types)

    def test_each_type_written_by_pyarrow(self):
        for name, values in all_columns().items():
            table = pa.table({"c": values})
            with self.subTest(name):
                for options in ({}, {"use_dictionary": False, "data_page_version": "2.0"}, {"store_schema": False}):
                    pq.write_table(table, self.path, version="2.6", write_page_checksum=True, **options)
                    self.same(pq.read_table(self.path), read_by_taracea(self.path), str(options))

    def whole(self):
        return pa.table(all_columns())

    def test_all_types_at_once_in_a_hundred_row_groups(self):
        table = pa.concat_tables([self.whole()] * 100, promote_options="none").combine_chunks()
        for options in ([], ["--page-version", 2, "--codec", "zstd", "--no-dictionary"]):
            with self.subTest(options):
                written_by_taracea(table, self.path, "--row-group-rows", ROWS, *options, max_chunksize=33)
                self.assertEqual(pq.ParquetFile(self.path).num_row_groups, 100)
                self.same(table, read_by_pyarrow(self.path), "pyarrow")
                self.same(table, read_by_taracea(self.path), "taracea")
        pq.write_table(table, self.path, row_group_size=ROWS)
        self.same(table, read_by_taracea(self.path), "taracea of pyarrow")

    def test_tables_without_rows(self):
        table = self.whole().slice(0, 0)
        written_by_taracea(table, self.path)
        self.same(table, read_by_pyarrow(self.path), "pyarrow")
        self.same(table, read_by_taracea(self.path), "taracea")
        pq.write_table(table, self.path)
        self.same(table, read_by_taracea(self.path), "taracea of pyarrow")

    def test_rows_in_slices_and_batches_of_one(self):
        table = self.whole().slice(2, 4)
        written_by_taracea(table, self.path, max_chunksize=1)
        self.same(table, read_by_pyarrow(self.path), "pyarrow")
        self.same(table, read_by_taracea(self.path), "taracea")

    def test_columns_that_hold_no_null(self):
        fields, columns = [], []
        for name, values in all_columns().items():
            pairs = [values.slice(at, 2) for at in range(ROWS - 1)]
            pair = next((pair for pair in pairs if pair.is_valid().true_count == 2), None)
            if pair is not None:
                fields.append(pa.field(name, values.type, nullable=False))
                columns.append(pair)
        table = pa.table(columns, pa.schema(fields))
        written_by_taracea(table, self.path)
        found = read_by_pyarrow(self.path)
        self.assertEqual([f.name for f in found.schema if f.nullable], [])
        self.same(table, found, "pyarrow")
        self.same(table, read_by_taracea(self.path), "taracea")
        pq.write_table(table, self.path)
        self.same(table, read_by_taracea(self.path), "taracea of pyarrow")

    def test_long_columns_of_seeded_values(self):
        dice = random.Random(20)
        rows = 20_000
        pair = pa.struct({"a": pa.int64(), "b": pa.list_(pa.string())})

        def number():
            return None if dice.random() < 0.2 else dice.getrandbits(40)

        def word():
            return None if dice.random() < 0.2 else "w%d" % dice.getrandbits(dice.choice((2, 30)))

        def some(make):
            return None if dice.random() < 0.1 else [make() for _ in range(dice.choice((0, 1, 1, 2, 3, 40)))]

        def group():
            return dice.choice((None, {"a": number(), "b": some(word)}))

        def column(make, kind):
            return pa.array([make() for _ in range(rows)], kind)

        columns = {
            "lists": column(lambda: some(number), pa.list_(pa.int64())),
            "lists of lists": column(lambda: some(lambda: some(word)), pa.list_(pa.list_(pa.string()))),
            "lists of structs": column(lambda: some(group), pa.list_(pair)),
            "words": column(word, pa.string()),
        }
        table = pa.table(columns)
        for options in ([], ["--page-version", 2, "--no-dictionary", "--row-group-rows", 3000]):
            with self.subTest(options):
                written_by_taracea(table, self.path, *options, max_chunksize=1111)
                self.same(table, read_by_pyarrow(self.path), "pyarrow")
                self.same(table, read_by_taracea(self.path), "taracea")
        for options in ({}, {"data_page_version": "2.0", "row_group_size": 3000}):
            with self.subTest(options):
                pq.write_table(table, self.path, data_page_size=1000, **options)
                self.same(table, read_by_taracea(self.path), "taracea of pyarrow")

    def test_not_a_number_keeps_its_bits(self):
        for width, bits in ((16, 0x7E01), (32, 0xFFC00001), (64, 0x7FF8000000000002)):
            with self.subTest(width=width):
                kind = getattr(pa, f"float{width}")()
                values = pa.array([bits, 0], getattr(pa, f"uint{width}")())
                written_by_taracea(pa.table({"c": values.view(kind)}), self.path)
                for found in (read_by_pyarrow(self.path), read_by_taracea(self.path)):
                    self.assertEqual(found["c"].combine_chunks().view(values.type), values)


if __name__ == "__main__":
    unittest.main()
