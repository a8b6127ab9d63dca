# find_package(Quillon): the targets Quillon::quillon (shared) and Quillon::static.
get_filename_component(QUILLON_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(NOT TARGET Quillon::quillon)
  add_library(Quillon::quillon SHARED IMPORTED)
  set_target_properties(Quillon::quillon PROPERTIES
    IMPORTED_LOCATION "${QUILLON_PREFIX}/lib/libquillon.so"
    IMPORTED_SONAME "libquillon.so.1"
    INTERFACE_INCLUDE_DIRECTORIES "${QUILLON_PREFIX}/include")
  add_library(Quillon::static STATIC IMPORTED)
  set_target_properties(Quillon::static PROPERTIES
    IMPORTED_LOCATION "${QUILLON_PREFIX}/lib/libquillon.a"
    INTERFACE_INCLUDE_DIRECTORIES "${QUILLON_PREFIX}/include")
endif()
