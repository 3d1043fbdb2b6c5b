# SPDX-License-Identifier: MIT
# What Debian wants otherwise than `cmake --install` and cpack. cpack includes this file when the files of the package are in
# place: compressed man pages, a changelog, and libraries that look for each other where the system does. And once more when
# the package is made: that there are libraries is told to the linker by a trigger, not by scripts.
if(NOT CPACK_PACKAGE_FILES)
    set(usr "${CPACK_TEMPORARY_INSTALL_DIRECTORY}/*/usr")
    file(GLOB pages "${usr}/share/man/man1/*.1")
    file(GLOB documents "${usr}/share/doc/slipstick")
    string(TIMESTAMP now "%s" UTC) # or the time that SOURCE_DATE_EPOCH says
    execute_process(COMMAND date -R -u -d "@${now}" OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE)
    file(WRITE "${documents}/changelog" "slipstick (${CPACK_PACKAGE_VERSION}) unstable; urgency=low\n\n"
        "  * Made by ./slipstick package; CHANGELOG.md of the sources says more.\n\n"
        " -- ${CPACK_PACKAGE_CONTACT}  ${date}\n")
    execute_process(COMMAND gzip -9nf ${pages} "${documents}/changelog" COMMAND_ERROR_IS_FATAL ANY)
    file(GLOB libraries "${usr}/lib/*/libslipstick*.so.*")
    foreach(library IN LISTS libraries)
        if(NOT IS_SYMLINK "${library}")
            file(RPATH_REMOVE FILE "${library}")
        endif()
    endforeach()
endif()
foreach(package IN LISTS CPACK_PACKAGE_FILES)
    set(dir "${package}.d")
    execute_process(COMMAND dpkg-deb --raw-extract "${package}" "${dir}" COMMAND_ERROR_IS_FATAL ANY)
    file(REMOVE "${dir}/DEBIAN/postinst" "${dir}/DEBIAN/postrm")
    file(WRITE "${dir}/DEBIAN/triggers" "activate-noawait ldconfig\n")
    execute_process(COMMAND dpkg-deb --root-owner-group -Zxz --build "${dir}" "${package}" OUTPUT_QUIET
        COMMAND_ERROR_IS_FATAL ANY)
    file(REMOVE_RECURSE "${dir}")
endforeach()
