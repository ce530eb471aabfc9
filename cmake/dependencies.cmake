# Third-party libraries, all Debian packages (packages.txt). None appears in a public header.
include(${CMAKE_CURRENT_LIST_DIR}/link_libraries.cmake)
find_path(TARACEA_FLATBUFFERS_INCLUDE flatbuffers/flatbuffers.h REQUIRED)  # Headers only.
find_program(TARACEA_FLATC flatc REQUIRED)

add_library(taracea_dependencies INTERFACE)
target_link_libraries(taracea_dependencies INTERFACE
  PkgConfig::ZSTD PkgConfig::LZ4 PkgConfig::BROTLI PkgConfig::DEFLATE Snappy::snappy ZLIB::ZLIB
  PkgConfig::SIMDJSON PkgConfig::CRYPTO fmt::fmt Threads::Threads)
