# Warnings for our own code only: never exported to users.
add_library(taracea_warnings INTERFACE)
target_compile_options(taracea_warnings INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
  -Wold-style-cast -Wcast-qual -Wimplicit-fallthrough -Wundef -Wvla>
  $<$<BOOL:${TARACEA_WERROR}>:-Werror>)
