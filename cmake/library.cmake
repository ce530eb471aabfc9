# One object library; the static and the shared library are two packagings of it.
# Sources are found by folder: a new file in src/<layer>/ needs no line here.
file(GLOB_RECURSE TARACEA_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*.cc)
list(FILTER TARACEA_SOURCES EXCLUDE REGEX "_(test|bench)\\.cc$")
add_library(taracea_objects OBJECT ${TARACEA_SOURCES})
target_include_directories(taracea_objects
  PUBLIC ${PROJECT_SOURCE_DIR}/include
  PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(taracea_objects PRIVATE taracea_warnings taracea_dependencies)
set_target_properties(taracea_objects PROPERTIES POSITION_INDEPENDENT_CODE ON
  CXX_VISIBILITY_PRESET hidden C_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
include(cmake/ipc_flatbuffers.cmake)

# The C++ library: static, because its interface promises source compatibility only.
add_library(taracea STATIC $<TARGET_OBJECTS:taracea_objects>)
target_include_directories(taracea PUBLIC
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_link_libraries(taracea PRIVATE taracea_dependencies)
target_compile_features(taracea PUBLIC cxx_std_20)

# The C library: shared, exports what taracea/c.h marks TARACEA_EXPORT and nothing else.
if(EXISTS ${PROJECT_SOURCE_DIR}/src/api/c_api.cc)
  add_library(taracea_c SHARED $<TARGET_OBJECTS:taracea_objects>)
  target_include_directories(taracea_c PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(taracea_c PRIVATE taracea_dependencies)
  target_link_options(taracea_c PRIVATE
    -Wl,--version-script=${PROJECT_SOURCE_DIR}/cmake/exports.map)
  # The sanitizers' runtime comes with the program that loads the library.
  if(NOT TARACEA_SANITIZE)
    target_link_options(taracea_c PRIVATE -Wl,--no-undefined)
  endif()
  set_target_properties(taracea_c PROPERTIES OUTPUT_NAME taracea EXPORT_NAME c
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}
    LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/exports.map)
endif()
