# bitleap-config-version.cmake - which versions find_package() may ask for: the same minor version, as long as it is 0.x
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
file(STRINGS "${CMAKE_CURRENT_LIST_DIR}/../../pkgconfig/bitleap.pc" _bitleap_version REGEX "^Version: ")
string(REPLACE "Version: " "" PACKAGE_VERSION "${_bitleap_version}")
string(REGEX REPLACE "\\.[0-9]+$" "" _bitleap_minor "${PACKAGE_VERSION}")
if(PACKAGE_FIND_VERSION_MAJOR STREQUAL "")
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
elseif("${PACKAGE_FIND_VERSION_MAJOR}.${PACKAGE_FIND_VERSION_MINOR}" STREQUAL "${_bitleap_minor}" AND
       PACKAGE_VERSION VERSION_GREATER_EQUAL PACKAGE_FIND_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
  if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
  endif()
else()
  set(PACKAGE_VERSION_COMPATIBLE FALSE)
endif()
