# SPDX-License-Identifier: MIT
# What Debian wants otherwise than `cmake --install`: compressed man pages, a changelog, and libraries that look for each
# other where the system does. cpack includes this file when the files of the package are in place.
file(GLOB_RECURSE pages "${CPACK_TEMPORARY_INSTALL_DIRECTORY}/*/man1/*.1")
file(GLOB_RECURSE licences "${CPACK_TEMPORARY_INSTALL_DIRECTORY}/*/doc/slipstick/copyright")
list(GET licences 0 licence)
get_filename_component(documents "${licence}" DIRECTORY)
string(TIMESTAMP now "%s" UTC) # or the time that SOURCE_DATE_EPOCH says
execute_process(COMMAND date -R -u -d "@${now}" OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE)
file(WRITE "${documents}/changelog" "slipstick (${CPACK_PACKAGE_VERSION}) unstable; urgency=low\n\n"
    "  * Made from the sources by ./slipstick package; their CHANGELOG.md says what is new.\n\n"
    " -- ${CPACK_PACKAGE_CONTACT}  ${date}\n")
execute_process(COMMAND gzip -9nf ${pages} "${documents}/changelog" COMMAND_ERROR_IS_FATAL ANY)
file(GLOB_RECURSE libraries "${CPACK_TEMPORARY_INSTALL_DIRECTORY}/*/libslipstick*.so.*")
foreach(library IN LISTS libraries)
    if(NOT IS_SYMLINK "${library}")
        file(RPATH_REMOVE FILE "${library}")
    endif()
endforeach()
