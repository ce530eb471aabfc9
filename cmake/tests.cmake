# One test binary a layer: src/<layer>/*_test.cc -> <layer>_tests; likewise tests/<folder>/*_test.cc and cli/*_test.cc.
find_package(GTest REQUIRED)
find_package(Python3 REQUIRED COMPONENTS Interpreter)

add_library(taracea_test_main INTERFACE)
target_include_directories(taracea_test_main INTERFACE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/tests)
target_link_libraries(taracea_test_main INTERFACE taracea taracea_warnings taracea_dependencies GTest::gtest
  GTest::gtest_main)

# What tests of all folders share.
file(GLOB support_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/support/*.cc)
add_library(taracea_test_support STATIC ${support_sources})
target_link_libraries(taracea_test_support PRIVATE taracea_test_main)

function(taracea_test_binary name)
  if(ARGN)
    add_executable(${name} ${ARGN})
    target_link_libraries(${name} PRIVATE taracea_test_support taracea_test_main)
    add_test(NAME ${name} COMMAND ${name} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  endif()
endfunction()

file(GLOB layer_folders CONFIGURE_DEPENDS LIST_DIRECTORIES true ${PROJECT_SOURCE_DIR}/src/*)
foreach(folder ${layer_folders})
  get_filename_component(layer ${folder} NAME)
  file(GLOB layer_tests CONFIGURE_DEPENDS ${folder}/*_test.cc)
  taracea_test_binary(${layer}_tests ${layer_tests})
endforeach()

file(GLOB test_folders CONFIGURE_DEPENDS LIST_DIRECTORIES true ${PROJECT_SOURCE_DIR}/tests/*)
foreach(folder ${test_folders})
  get_filename_component(group ${folder} NAME)
  file(GLOB group_tests CONFIGURE_DEPENDS ${folder}/*_test.cc)
  if(group_tests)
    file(GLOB group_support CONFIGURE_DEPENDS ${folder}/*.cc ${PROJECT_SOURCE_DIR}/tests/reference/*.cc)
    list(FILTER group_support EXCLUDE REGEX "/reference/[^/]*_test\\.cc$")
    list(APPEND group_support ${group_tests})
    list(REMOVE_DUPLICATES group_support)
    taracea_test_binary(${group}_tests ${group_support})
  endif()
endforeach()

# The tool's own units: cli/*_test.cc with every source of the tool but its main.
if(TARGET taracea_tool)
  file(GLOB tool_tests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/cli/*_test.cc)
  if(tool_tests)
    set(tool_parts ${TARACEA_TOOL_SOURCES})
    list(REMOVE_ITEM tool_parts ${PROJECT_SOURCE_DIR}/cli/main.cc)
    taracea_test_binary(tool_tests ${tool_tests} ${tool_parts})
    target_include_directories(tool_tests PRIVATE ${PROJECT_SOURCE_DIR}/cli)
  endif()
endif()

# Every public header compiles alone and without exceptions; every C header as C11.
file(GLOB public_headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/include
  ${PROJECT_SOURCE_DIR}/include/taracea/*.h)
set(c_headers taracea/c.h taracea/arrow_c.h taracea/version.h)
foreach(header ${public_headers})
  string(MAKE_C_IDENTIFIER ${header} unit)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/public_headers/${unit}.cc
    CONTENT "#include <${header}>\n#include <${header}>  // Twice: it guards itself.\n" @ONLY)
  list(APPEND header_units ${PROJECT_BINARY_DIR}/public_headers/${unit}.cc)
  if(header IN_LIST c_headers)
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/public_headers/${unit}_c11.c
      CONTENT "#include <${header}>\nint ${unit}_unit;\n" @ONLY)
    list(APPEND header_units ${PROJECT_BINARY_DIR}/public_headers/${unit}_c11.c)
  endif()
endforeach()
add_library(public_headers OBJECT ${header_units})
target_include_directories(public_headers PRIVATE ${PROJECT_SOURCE_DIR}/include)
target_link_libraries(public_headers PRIVATE taracea_warnings)
target_compile_options(public_headers PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions>)

# What tests/interop/arrow_bridge_test.py loads to reach the Arrow layers from Python.
add_library(taracea_arrow_interop MODULE ${PROJECT_SOURCE_DIR}/tests/interop/arrow_interop.cc)
target_include_directories(taracea_arrow_interop PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(taracea_arrow_interop PRIVATE taracea taracea_warnings taracea_dependencies)
set_target_properties(taracea_arrow_interop PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)

# Python tests: tests/<folder>/*_test.py, run by pytest out of the environment that ./dev makes from the lock file.
# Those that look at the sources or at the release build run in that build only.
set(TARACEA_TEST_PYTHON ${PROJECT_SOURCE_DIR}/build/venv/bin/python CACHE FILEPATH "Python with the tools of
  tests/interop/requirements.lock")
set(test_environment TARACEA_BUILD=${PROJECT_BINARY_DIR} TARACEA_TOOL=${PROJECT_BINARY_DIR}/taracea
  TARACEA_FLIGHTS_CSV=${PROJECT_SOURCE_DIR}/build/data/flights.csv PYTHONDONTWRITEBYTECODE=1)
file(GLOB python_tests CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/tests/*/*_test.py)
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT TARACEA_SANITIZE)
  foreach(script ${python_tests})
    get_filename_component(name ${script} NAME_WE)
    add_test(NAME ${name} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
      COMMAND ${TARACEA_TEST_PYTHON} -m pytest -q -p no:cacheprovider ${script})
    set_tests_properties(${name} PROPERTIES ENVIRONMENT "${test_environment}")
  endforeach()
endif()
