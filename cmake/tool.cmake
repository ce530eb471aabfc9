# The command `taracea`: uses the public headers only.
file(GLOB TARACEA_TOOL_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/cli/*.cc)
list(FILTER TARACEA_TOOL_SOURCES EXCLUDE REGEX "_test\\.cc$")
if(TARACEA_TOOL_SOURCES)
  add_executable(taracea_tool ${TARACEA_TOOL_SOURCES})
  target_include_directories(taracea_tool PRIVATE ${PROJECT_SOURCE_DIR}/cli)
  target_link_libraries(taracea_tool PRIVATE taracea taracea_warnings fmt::fmt)
  set_target_properties(taracea_tool PROPERTIES OUTPUT_NAME taracea)
endif()
