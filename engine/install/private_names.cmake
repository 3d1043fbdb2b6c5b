# SPDX-License-Identifier: MIT
# Gives every global name of an archive (ARCHIVE) that does not begin with ss the prefix ss_private_, so that none is in the way
# of names of a program. An archive that stands above another one (CORE) calls its private names, too: what was renamed there is
# kept beside the archive, in CORE.names.
execute_process(COMMAND "${NM}" -g --defined-only --format=posix "${ARCHIVE}"
    OUTPUT_VARIABLE lines COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "\n" ";" lines "${lines}")
set(names "")
foreach(line IN LISTS lines)
    if(line MATCHES "^([A-Za-z_][A-Za-z0-9_]*) [A-TV-Z] " AND NOT line MATCHES "^ss")
        string(REGEX REPLACE " .*" "" name "${line}")
        list(APPEND names "${name} ss_private_${name}")
    endif()
endforeach()
if(NOT ARCHIVE STREQUAL CORE)
    file(STRINGS "${CORE}.names" below)
    list(APPEND names ${below})
endif()
list(SORT names)
list(REMOVE_DUPLICATES names)
list(JOIN names "\n" text)
file(WRITE "${ARCHIVE}.names" "${text}\n")
execute_process(COMMAND "${OBJCOPY}" -D "--redefine-syms=${ARCHIVE}.names" "${ARCHIVE}" COMMAND_ERROR_IS_FATAL ANY)
