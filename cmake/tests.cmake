# One test binary a layer: src/<layer>/*_test.cc -> <layer>_tests; likewise tests/<folder>/*_test.cc.
find_package(GTest REQUIRED)
add_library(taracea_test_main INTERFACE)
target_include_directories(taracea_test_main INTERFACE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/tests)
target_link_libraries(taracea_test_main INTERFACE taracea taracea_warnings taracea_dependencies GTest::gtest
  GTest::gtest_main)

function(taracea_test_binary name)
  if(ARGN)
    add_executable(${name} ${ARGN})
    target_link_libraries(${name} PRIVATE taracea_test_main)
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
    file(GLOB group_support CONFIGURE_DEPENDS ${folder}/*.cc ${PROJECT_SOURCE_DIR}/tests/support/*.cc
      ${PROJECT_SOURCE_DIR}/tests/reference/*.cc)
    list(REMOVE_DUPLICATES group_support)
    taracea_test_binary(${group}_tests ${group_support})
  endif()
endforeach()
