# Benchmarks: a worker for Taracea and one for each peer; bench/run.py drives them. The peers come out of the wheels of
# the Python test tools (tests/interop/requirements.lock).
set(TARACEA_PYTHON ${PROJECT_SOURCE_DIR}/build/venv/bin/python CACHE FILEPATH "A Python that has pyarrow")
execute_process(COMMAND ${TARACEA_PYTHON} -c "import pyarrow; print(pyarrow.get_include(), pyarrow.get_library_dirs()[0], sep=';')"
  OUTPUT_VARIABLE pyarrow_paths OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
list(GET pyarrow_paths 0 pyarrow_include)
list(GET pyarrow_paths 1 pyarrow_libraries)
file(GLOB arrow_libraries ${pyarrow_libraries}/libarrow.so.* ${pyarrow_libraries}/libparquet.so.*)

add_library(bench_worker STATIC bench/worker.cc bench/arrow_digest.cc)
target_include_directories(bench_worker PUBLIC bench include)
target_link_libraries(bench_worker PRIVATE taracea_warnings PUBLIC ${CMAKE_DL_LIBS})

add_executable(taracea_bench bench/taracea_bench.cc)
target_link_libraries(taracea_bench PRIVATE taracea taracea_warnings bench_worker)

add_library(bench_arrow STATIC bench/arrow_table.cc)
target_include_directories(bench_arrow SYSTEM PUBLIC ${pyarrow_include})
target_link_libraries(bench_arrow PRIVATE taracea_warnings PUBLIC bench_worker ${arrow_libraries})
foreach(program arrow_peer make_datasets)
  add_executable(${program} bench/${program}.cc)
  target_link_libraries(${program} PRIVATE bench_arrow taracea_warnings)
  set_target_properties(${program} PROPERTIES BUILD_RPATH ${pyarrow_libraries})
endforeach()

# Encoders and decoders alone, beside the programs that time whole files.
add_library(bench_rows STATIC bench/byte_array_rows.cc)
target_include_directories(bench_rows PUBLIC bench)
target_link_libraries(bench_rows PRIVATE taracea_warnings)
add_executable(byte_array_kernels bench/byte_array_kernels.cc)
target_include_directories(byte_array_kernels PRIVATE src)
target_link_libraries(byte_array_kernels PRIVATE taracea taracea_warnings bench_worker bench_rows)

# What Python loads: the digest of the answers, and the counter of allocations.
add_library(bench_digest SHARED bench/arrow_digest.cc)
target_include_directories(bench_digest PRIVATE include)
add_library(bench_allocations SHARED bench/allocation_counter.c)
add_custom_target(bench_programs DEPENDS taracea_bench byte_array_kernels arrow_peer make_datasets bench_digest bench_allocations)
