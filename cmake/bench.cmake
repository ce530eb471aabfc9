# Benchmarks: each bench/**/*.cc that has a main is a program of its own; bench/run.py drives them.
file(GLOB_RECURSE bench_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/bench/*_bench.cc)
foreach(source ${bench_sources})
  get_filename_component(name ${source} NAME_WE)
  add_executable(${name} ${source})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/bench)
  target_link_libraries(${name} PRIVATE taracea taracea_warnings taracea_dependencies)
endforeach()
