# Warnings for our own code only: never exported to users.
add_library(taracea_warnings INTERFACE)
target_compile_options(taracea_warnings INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
  -Wold-style-cast -Wcast-qual -Wimplicit-fallthrough -Wundef -Wvla>
  # g++ 12 sees overlaps in std::string's operator+ that are not there (fixed in 13).
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
  $<$<BOOL:${TARACEA_WERROR}>:-Werror>)
