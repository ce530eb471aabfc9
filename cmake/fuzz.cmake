# One fuzz target a file: fuzz/<name>_fuzz.cc. Its corpus, fuzz/corpus/<name>_fuzz/, is replayed as an ordinary test in
# every build; the fuzzer itself needs clang.
file(GLOB fuzz_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/fuzz/*_fuzz.cc)
file(GLOB fuzz_support CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/fuzz/*.cc)
list(REMOVE_ITEM fuzz_support ${fuzz_sources} ${PROJECT_SOURCE_DIR}/fuzz/replay_main.cc)

if(fuzz_sources)
  add_library(fuzz_replay_main OBJECT ${PROJECT_SOURCE_DIR}/fuzz/replay_main.cc)
  target_link_libraries(fuzz_replay_main PRIVATE taracea_warnings)
  # What targets compare with: the referee, and the values and pages of the conformance suite.
  file(GLOB referee_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/reference/*.cc)
  add_library(fuzz_referee STATIC ${referee_sources} ${PROJECT_SOURCE_DIR}/tests/conformance/encoding_case.cc)
  target_include_directories(fuzz_referee PUBLIC ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(fuzz_referee PUBLIC taracea taracea_warnings taracea_dependencies)
endif()

foreach(source ${fuzz_sources})
  get_filename_component(name ${source} NAME_WE)
  add_library(${name}_objects OBJECT ${source} ${fuzz_support})
  target_include_directories(${name}_objects PUBLIC ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/fuzz
    ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(${name}_objects PUBLIC fuzz_referee taracea taracea_warnings taracea_dependencies)

  string(REGEX REPLACE "_fuzz$" "_replay" replay ${name})
  add_executable(${replay} $<TARGET_OBJECTS:fuzz_replay_main>)
  target_link_libraries(${replay} PRIVATE ${name}_objects)
  add_test(NAME ${replay} COMMAND ${replay} ${PROJECT_SOURCE_DIR}/fuzz/corpus/${name})

  if(TARACEA_BUILD_FUZZ)
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/fuzz_anchor.cc CONTENT "namespace {}\n")
    add_executable(${name} ${PROJECT_BINARY_DIR}/fuzz_anchor.cc)
    target_link_libraries(${name} PRIVATE ${name}_objects)
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  endif()
endforeach()
