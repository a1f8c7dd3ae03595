# bitleap-config.cmake - find_package(bitleap): the targets bitleap::bitleap and bitleap::bitleap_static
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Everything is found from where this file was installed: LIBDIR/cmake/bitleap, and PREFIX/include.
get_filename_component(_bitleap_lib "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
find_path(_bitleap_include bitleap.h HINTS "${_bitleap_lib}/../include" "${_bitleap_lib}/../../include" NO_CACHE REQUIRED)

if(NOT TARGET bitleap::bitleap)
  add_library(bitleap::bitleap SHARED IMPORTED)
  set_target_properties(bitleap::bitleap PROPERTIES
    IMPORTED_LOCATION "${_bitleap_lib}/libbitleap.so"
    INTERFACE_INCLUDE_DIRECTORIES "${_bitleap_include}")
  add_library(bitleap::bitleap_static STATIC IMPORTED)
  set_target_properties(bitleap::bitleap_static PROPERTIES
    IMPORTED_LOCATION "${_bitleap_lib}/libbitleap.a"
    INTERFACE_INCLUDE_DIRECTORIES "${_bitleap_include}"
    INTERFACE_LINK_LIBRARIES "elf;xxhash;md;pthread")
endif()
unset(_bitleap_lib)
unset(_bitleap_include)
