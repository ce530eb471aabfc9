"""Python's ctypes and pyarrow use the C interface: libtaracea.so, Arrow streams in and out."""

import ctypes
import json
import os
import pathlib

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

LIBRARY = pathlib.Path(os.environ.get("TARACEA_BUILD", "build/release")) / "libtaracea.so"
OK, INVALID_ARGUMENT, IO, CORRUPT = 0, 1, 2, 3


class Error(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_size_t), ("message", ctypes.c_char_p), ("text", ctypes.c_char_p),
                ("file", ctypes.c_char_p), ("column", ctypes.c_char_p), ("row_group", ctypes.c_int64),
                ("page", ctypes.c_int64), ("offset", ctypes.c_int64), ("code", ctypes.c_int32),
                ("reserved", ctypes.c_int32)]


class RowRange(ctypes.Structure):
    _fields_ = [("begin", ctypes.c_int64), ("end", ctypes.c_int64)]


class ScanOptions(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_size_t), ("columns", ctypes.POINTER(ctypes.c_char_p)),
                ("column_count", ctypes.c_size_t), ("row_groups", ctypes.POINTER(ctypes.c_int32)),
                ("row_group_count", ctypes.c_size_t), ("rows", ctypes.POINTER(RowRange)),
                ("batch_rows", ctypes.c_int64), ("requested_schema", ctypes.c_void_p), ("executor", ctypes.c_void_p),
                ("progress", ctypes.c_void_p), ("progress_context", ctypes.c_void_p),
                ("invalid_utf8", ctypes.c_int32), ("use_stored_arrow_schema", ctypes.c_int32)]


class CallFailed(Exception):
    def __init__(self, code, error):
        super().__init__(error.text.decode())
        self.code, self.column = code, error.column.decode()


@pytest.fixture(scope="module")
def library():
    loaded = ctypes.CDLL(str(LIBRARY.resolve()))
    for name in ["error_free", "string_free", "file_close", "writer_free", "executor_free"]:
        function = getattr(loaded, f"taracea_{name}")
        function.argtypes, function.restype = [ctypes.c_void_p], None
    return loaded


def call(library, name, *arguments):
    """Calls a function that can fail; its last parameter is the error."""
    error = ctypes.POINTER(Error)()
    code = getattr(library, f"taracea_{name}")(*arguments, ctypes.byref(error))
    if code != OK:
        failure = CallFailed(code, error.contents)
        library.taracea_error_free(error)
        raise failure
    assert not error


def made(library, name, *arguments):
    """The handle that a function makes."""
    handle = ctypes.c_void_p()
    call(library, name, *arguments, ctypes.byref(handle))
    return handle


def text(library, name, *arguments):
    pointer = made(library, name, *arguments)
    found = ctypes.string_at(pointer).decode()
    library.taracea_string_free(pointer)
    return found


def scan(library, file, options=None):
    stream = (ctypes.c_void_p * 5)()
    call(library, "file_scan", file, options and ctypes.byref(options), stream)
    return pa.RecordBatchReader._import_from_c(ctypes.addressof(stream))


def write(library, path, table, options=None):
    """Writes a table through an Arrow stream; returns the report."""
    schema, stream = (ctypes.c_void_p * 9)(), (ctypes.c_void_p * 5)()
    table.schema._export_to_c(ctypes.addressof(schema))
    table.to_reader(max_chunksize=700)._export_to_c(ctypes.addressof(stream))
    writer = made(library, "writer_create", str(path).encode(), schema, options)
    try:
        call(library, "writer_write_stream", writer, stream)
        return json.loads(text(library, "writer_close", writer))
    finally:
        library.taracea_writer_free(writer)


@pytest.fixture
def table():
    rows = 5000
    return pa.table({
        "id": pa.array(range(rows), pa.int64()),
        "name": pa.array([None if i % 7 == 0 else f"name {i % 50}" for i in range(rows)]),
        "trip": pa.array([None if i % 11 == 0 else {"delay": i / 4, "stops": list(range(i % 4))} for i in range(rows)]),
        "at": pa.array(range(rows), pa.timestamp("us", "UTC")),
        "kind": pa.array(["a", "b"] * (rows // 2)).dictionary_encode(),
    })


def test_pyarrow_reads_what_the_library_writes(library, table, tmp_path):
    report = write(library, tmp_path / "out.parquet", table)
    assert report["rows"] == table.num_rows
    assert pq.read_table(tmp_path / "out.parquet").equals(table)


def test_the_library_reads_what_pyarrow_writes(library, table, tmp_path):
    pq.write_table(table, tmp_path / "in.parquet", row_group_size=1500)
    file = made(library, "file_open", str(tmp_path / "in.parquet").encode(), None)
    reader = scan(library, file)
    library.taracea_file_close(file)  # The stream goes on without it.
    found = reader.read_all()
    found.validate(full=True)
    assert found.cast(table.schema).equals(table)


def test_options_choose_columns_rows_and_row_groups(library, table, tmp_path):
    pq.write_table(table, tmp_path / "in.parquet", row_group_size=1500)
    file = made(library, "file_open", str(tmp_path / "in.parquet").encode(), None)
    executor = made(library, "executor_create_threads", 2)
    options = ScanOptions(ctypes.sizeof(ScanOptions))
    options.columns, options.column_count = (ctypes.c_char_p * 2)(b"id", b"trip.delay"), 2
    options.row_groups, options.row_group_count = (ctypes.c_int32 * 2)(2, 0), 2
    options.rows = ctypes.pointer(RowRange(1490, 1510))
    options.batch_rows, options.executor = 7, executor
    found = scan(library, file, options).read_all()
    assert found["id"].to_pylist() == [*range(4490, 4500), *range(0, 10)]
    assert found.schema.names == ["id", "trip"]
    library.taracea_executor_free(executor)
    library.taracea_file_close(file)


def test_metadata_is_json(library, table, tmp_path):
    pq.write_table(table, tmp_path / "in.parquet", row_group_size=1500)
    file = made(library, "file_open", str(tmp_path / "in.parquet").encode(), None)
    metadata = json.loads(text(library, "file_metadata_json", file))
    assert metadata["num_rows"] == table.num_rows
    assert [group["num_rows"] for group in metadata["row_groups"]] == [1500, 1500, 1500, 500]
    assert "optional int64 id" in text(library, "file_schema_message", file)
    library.taracea_file_close(file)


def test_errors_say_what_and_where(library, table, tmp_path):
    with pytest.raises(CallFailed, match="missing.parquet") as failure:
        made(library, "file_open", str(tmp_path / "missing.parquet").encode(), None)
    assert failure.value.code == IO
    (tmp_path / "noise").write_bytes(b"noise" * 100)
    with pytest.raises(CallFailed) as failure:
        made(library, "file_open", str(tmp_path / "noise").encode(), None)
    assert failure.value.code == CORRUPT
    pq.write_table(table, tmp_path / "in.parquet")
    file = made(library, "file_open", str(tmp_path / "in.parquet").encode(), None)
    options = ScanOptions(ctypes.sizeof(ScanOptions))
    options.columns, options.column_count = (ctypes.c_char_p * 1)(b"nome"), 1
    with pytest.raises(CallFailed, match="name") as failure:
        scan(library, file, options)
    assert failure.value.code == INVALID_ARGUMENT
    library.taracea_file_close(file)


def test_a_stream_of_another_schema_is_refused_and_released(library, table, tmp_path):
    schema, stream = (ctypes.c_void_p * 9)(), (ctypes.c_void_p * 5)()
    table.schema._export_to_c(ctypes.addressof(schema))
    table.select(["id"]).to_reader()._export_to_c(ctypes.addressof(stream))
    writer = made(library, "writer_create", str(tmp_path / "out.parquet").encode(), schema, None)
    with pytest.raises(CallFailed) as failure:
        call(library, "writer_write_stream", writer, stream)
    assert failure.value.code == INVALID_ARGUMENT
    assert stream[3] is None  # release
    library.taracea_writer_free(writer)
    assert not list(tmp_path.iterdir())
