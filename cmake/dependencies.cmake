# Third-party libraries, all Debian packages (packages.txt). None appears in a public header.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(ZLIB REQUIRED)
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd>=1.5)
pkg_check_modules(LZ4 REQUIRED IMPORTED_TARGET liblz4>=1.9)
pkg_check_modules(BROTLI REQUIRED IMPORTED_TARGET libbrotlienc libbrotlidec)
pkg_check_modules(DEFLATE REQUIRED IMPORTED_TARGET libdeflate>=1.14)
find_package(Snappy REQUIRED)
pkg_check_modules(SIMDJSON REQUIRED IMPORTED_TARGET simdjson)
find_path(TARACEA_FLATBUFFERS_INCLUDE flatbuffers/flatbuffers.h REQUIRED)  # Headers only; flatc makes the tables' code.
find_program(TARACEA_FLATC flatc REQUIRED)

add_library(taracea_dependencies INTERFACE)
target_link_libraries(taracea_dependencies INTERFACE
  PkgConfig::ZSTD PkgConfig::LZ4 PkgConfig::BROTLI PkgConfig::DEFLATE Snappy::snappy ZLIB::ZLIB
  PkgConfig::SIMDJSON fmt::fmt Threads::Threads)
