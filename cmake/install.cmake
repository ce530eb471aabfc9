# Installed: the headers, both libraries, the tool, the CMake package (taracea::taracea and taracea::c), pkg-config
# files (taracea and taracea-c).
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/taracea)
install(DIRECTORY include/taracea DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(TARGETS taracea taracea_dependencies EXPORT taracea_targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(TARGET taracea_c)
  install(TARGETS taracea_c EXPORT taracea_targets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
if(TARGET taracea_tool)
  install(TARGETS taracea_tool RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(EXPORT taracea_targets NAMESPACE taracea:: DESTINATION ${package_dir})

configure_package_config_file(cmake/taracea-config.cmake.in ${PROJECT_BINARY_DIR}/taracea-config.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/taracea-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/taracea-config.cmake ${PROJECT_BINARY_DIR}/taracea-config-version.cmake
  cmake/link_libraries.cmake DESTINATION ${package_dir})

foreach(pc taracea taracea-c)
  configure_file(cmake/${pc}.pc.in ${PROJECT_BINARY_DIR}/${pc}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${pc}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
