# Warnings for our own code only: never exported to users.
add_library(taracea_warnings INTERFACE)
target_compile_options(taracea_warnings INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
  -Wold-style-cast -Wcast-qual -Wimplicit-fallthrough -Wundef -Wvla>
  # g++ 12 sees overlaps in std::string's operator+ that are not there, and takes what a failed call leaves unset for
  # used; clang's checks of the same stay on.
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict;-Wno-maybe-uninitialized>
  $<$<BOOL:${TARACEA_WERROR}>:-Werror>)
