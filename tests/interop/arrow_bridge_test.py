"""Arrow data goes through the C interfaces and through Arrow IPC, both ways, and pyarrow finds it unchanged."""

import base64
import ctypes
import decimal
import os
import pathlib

import pyarrow as pa
import pyarrow.ipc
import pytest

LIBRARY = pathlib.Path(os.environ.get("TARACEA_BUILD", "build/release")) / "libtaracea_arrow_interop.so"
UNSUPPORTED = 4  # ErrorCode::kUnsupported
CODECS = {None: 0, "lz4": 1, "zstd": 2}


@pytest.fixture(scope="module")
def library():
    loaded = ctypes.CDLL(str(LIBRARY.resolve()))
    loaded.interop_answer.restype = ctypes.c_char_p
    return loaded


def check(library, code):
    assert code == 0, library.interop_answer().decode()


def new_stream():
    """Memory for a struct ArrowArrayStream: five pointers."""
    return (ctypes.c_void_p * 5)()


def exported(batches, schema):
    """A C stream of batches, which the function that it is given to releases."""
    stream = new_stream()
    pa.RecordBatchReader.from_batches(schema, batches)._export_to_c(ctypes.addressof(stream))
    return stream


def imported(call):
    """The batches of a C stream that `call` fills, each validated."""
    stream = new_stream()
    call(stream)
    reader = pa.RecordBatchReader._import_from_c(ctypes.addressof(stream))
    batches = list(reader)
    for batch in batches:
        batch.validate(full=True)
    return reader.schema, batches


def column(values, kind):
    return pa.array(values, kind)


def nested_columns():
    lists = [[1, 2], None, [], [3], [4, None], [], [7]]
    pairs = [[1, 2], None, [3, 4], [5, 6], [7, None], [8, 9], [1, 1]]
    structs = [{"a": 1, "b": "x"}, None, {"a": 2, "b": None}, {"a": None, "b": "y"}] + [{"a": 4, "b": "zz"}] * 3
    maps = [[("k", 1)], None, [], [("l", 2), ("m", None)], [], [("n", 3)], None]
    words = pa.array(["x", "y", None, "x", "x", "zz", "y"])
    return {
        "list": column(lists, pa.list_(pa.int64())),
        "large_list": column(lists, pa.large_list(pa.field("item", pa.int16(), metadata={"k": "v"}))),
        "list_view": column(lists, pa.list_view(pa.int32())),
        "large_list_view": column(lists, pa.large_list_view(pa.int32())),
        "fixed_size_list": column(pairs, pa.list_(pa.int8(), 2)),
        "list_of_lists": column([[lists[0], None], None, [], [[], [5]], [], [], [[6]]], pa.list_(pa.list_(pa.int8()))),
        "struct": column(structs, pa.struct({"a": pa.int32(), "b": pa.string()})),
        "map": column(maps, pa.map_(pa.string(), pa.int32())),
        "sorted_map": column(maps, pa.map_(pa.string(), pa.int32(), keys_sorted=True)),
        "dictionary": words.dictionary_encode(),
        "ordered": pa.DictionaryArray.from_arrays(pa.array([0, 1, None, 0, 1, 1, 0], pa.uint8()), ["lo", "hi"], ordered=True),
        "runs": pa.RunEndEncodedArray.from_arrays(pa.array([2, 5, 7], pa.int16()), pa.array(["r", None, "s"])),
        "list_of_dictionary": pa.ListArray.from_arrays([0, 2, 2, 3, 4, 5, 6, 7], words.dictionary_encode()),
    }


def flat_columns():
    numbers = [1, None, 0, 127, 5, 6, 7]
    words = ["a", None, "", "a string longer than a view", "é", "x" * 40, "z"]
    columns = {"null": pa.nulls(7), "bool": column([True, None, False, True, True, False, True], pa.bool_())}
    for kind in (pa.int8(), pa.int16(), pa.int32(), pa.int64(), pa.uint8(), pa.uint16(), pa.uint32(), pa.uint64(),
                 pa.float32(), pa.float64(), pa.date32(), pa.time32("s"), pa.time32("ms"), pa.time64("us"),
                 pa.time64("ns"), pa.timestamp("s"), pa.timestamp("ms", "UTC"), pa.timestamp("us", "Europe/Madrid"),
                 pa.timestamp("ns"), pa.duration("s"), pa.duration("ms"), pa.duration("us"), pa.duration("ns")):
        columns[str(kind)] = column(numbers, kind)
    columns["half"] = column(numbers, pa.float32()).cast(pa.float16())
    columns["date64"] = column([0, None, 86400000, 0, 0, 0, 0], pa.date64())
    for kind in (pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(), pa.binary_view()):
        columns[str(kind)] = column(words, pa.string()).cast(kind)
    columns["fixed"] = column([b"abc", None] + [b"xyz"] * 5, pa.binary(3))
    for kind in (pa.decimal32(9, 2), pa.decimal64(18, 2), pa.decimal128(38, 2), pa.decimal256(76, 2)):
        columns[str(kind)] = column([decimal.Decimal("1.23"), None, decimal.Decimal("-4.56")] + [None] * 4, kind)
    columns["interval"] = column([(1, -2, 3), None] + [(0, 0, 0)] * 5, pa.month_day_nano_interval())
    return columns


def every_type():
    columns = flat_columns() | nested_columns()
    fields = [pa.field(name, values.type, metadata={"of": name} if len(name) % 2 else None)
              for name, values in columns.items()]
    fields[2] = fields[2].with_nullable(False)
    columns["int8"] = column(range(7), pa.int8())
    return pa.record_batch(list(columns.values()), pa.schema(fields, metadata={"made by": "pyarrow"}))


def slices(batch):
    return [batch, batch.slice(1), batch.slice(2, 3), batch.slice(3, 1), batch.slice(7)]


def same(expected, found):
    assert len(found) == len(expected)
    for old, new in zip(expected, found):
        assert new.schema.equals(old.schema, check_metadata=True)
        for name in old.schema.names:
            a, b = old.column(name), new.column(name)
            assert a.equals(b) or a.to_pylist() == b.to_pylist(), name


def test_c_stream_passes_through(library):
    batch = every_type()
    stream = exported(slices(batch), batch.schema)
    schema, found = imported(lambda out: check(library, library.interop_pass_through(stream, out)))
    assert schema.equals(batch.schema, check_metadata=True)
    same(slices(batch), found)


def test_memory_of_pyarrow_comes_back(library):
    before = pa.total_allocated_bytes()
    for _ in range(3):
        batch = every_type()
        stream = exported([batch], batch.schema)
        _, found = imported(lambda out: check(library, library.interop_pass_through(stream, out)))
        del batch, found
    assert pa.total_allocated_bytes() == before


def test_extension_types_are_kept(library):
    storage = pa.array([b"0123456789abcdef", None], pa.binary(16))
    batch = pa.record_batch({"id": pa.ExtensionArray.from_storage(pa.uuid(), storage)})
    stream = exported([batch], batch.schema)
    schema, found = imported(lambda out: check(library, library.interop_pass_through(stream, out)))
    assert schema.field("id").type == pa.uuid()
    same([batch], found)


def test_unions_are_refused(library):
    union = pa.UnionArray.from_sparse(pa.array([0, 1], pa.int8()), [pa.array([1, 2]), pa.array(["a", "b"])])
    batch = pa.record_batch({"u": union})
    stream = exported([batch], batch.schema)
    assert library.interop_pass_through(stream, new_stream()) == UNSUPPORTED
    assert b"union" in library.interop_answer()


@pytest.mark.parametrize("as_file", [False, True])
@pytest.mark.parametrize("codec", CODECS)
def test_pyarrow_reads_what_is_written(library, tmp_path, codec, as_file):
    path = tmp_path / "written.arrow"
    batch = every_type()
    stream = exported(slices(batch), batch.schema)
    check(library, library.interop_write_ipc(stream, str(path).encode(), CODECS[codec], as_file))
    if as_file:
        reader = pa.ipc.open_file(path)
        found = [reader.get_batch(i) for i in range(reader.num_record_batches)]
    else:
        found = list(pa.ipc.open_stream(path))
    for part in found:
        part.validate(full=True)
    same(slices(batch), found)


@pytest.mark.parametrize("as_file", [False, True])
@pytest.mark.parametrize("codec", CODECS)
def test_what_pyarrow_writes_is_read(library, tmp_path, codec, as_file):
    path = tmp_path / "written.arrow"
    batch = every_type()
    new_writer = pa.ipc.new_file if as_file else pa.ipc.new_stream
    with new_writer(path, batch.schema, options=pa.ipc.IpcWriteOptions(compression=codec)) as writer:
        for part in slices(batch):
            writer.write(part)
    schema, found = imported(lambda out: check(library, library.interop_read_ipc(str(path).encode(), out)))
    assert schema.equals(batch.schema, check_metadata=True)
    same(slices(batch), found)


@pytest.mark.parametrize("deltas", [False, True])
def test_changing_dictionaries_both_ways(library, tmp_path, deltas):
    parts = [["a", "b"], ["a", "b", "c"], ["x"], ["x", "y"], ["x", "y"]]
    batches = [pa.record_batch({"d": pa.DictionaryArray.from_arrays(pa.array(range(len(p)), pa.int32()), p)})
               for p in parts]
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    stream = exported(batches, batches[0].schema)
    check(library, library.interop_write_ipc(stream, str(ours).encode(), 0, 0))
    same(batches, list(pa.ipc.open_stream(ours)))
    options = pa.ipc.IpcWriteOptions(emit_dictionary_deltas=deltas)
    with pa.ipc.new_stream(theirs, batches[0].schema, options=options) as writer:
        for batch in batches:
            writer.write_batch(batch)
    _, found = imported(lambda out: check(library, library.interop_read_ipc(str(theirs).encode(), out)))
    same(batches, found)


def test_arrow_schema_key_keeps_the_schema(library):
    schema = every_type().schema
    value = base64.b64encode(schema.serialize().to_pybytes())
    check(library, library.interop_rewrite_schema_key(value))
    again = pa.ipc.read_schema(pa.BufferReader(base64.b64decode(library.interop_answer())))
    assert again.equals(schema, check_metadata=True)
