# Compiles src/ipc/arrow_ipc.fbs to build/generated/ipc/arrow_ipc_generated.h. Our own warnings do not apply to it.
set(TARACEA_GENERATED_DIR ${PROJECT_BINARY_DIR}/generated)
set(ipc_schema ${PROJECT_SOURCE_DIR}/src/ipc/arrow_ipc.fbs)
set(ipc_generated ${TARACEA_GENERATED_DIR}/ipc/arrow_ipc_generated.h)
add_custom_command(
  OUTPUT ${ipc_generated}
  COMMAND ${TARACEA_FLATC} --cpp --scoped-enums --no-prefix -o ${TARACEA_GENERATED_DIR}/ipc ${ipc_schema}
  DEPENDS ${ipc_schema}
  VERBATIM)
add_custom_target(taracea_ipc_flatbuffers DEPENDS ${ipc_generated})
add_dependencies(taracea_objects taracea_ipc_flatbuffers)
target_include_directories(taracea_objects SYSTEM PRIVATE ${TARACEA_GENERATED_DIR})
