# SPDX-License-Identifier: MIT
# Writes the manual with its tables: what people have written in app/MANUAL.md, then what the program says of itself.
#   cmake -DPROGRAM=… -DSOURCE=… -DOUTPUT=… -P make_manual.cmake
# A program that cannot run here (built for another processor, say) leaves the written part alone.

function(ask result)
    execute_process(COMMAND ${PROGRAM} ${ARGN} OUTPUT_VARIABLE text RESULT_VARIABLE status ERROR_QUIET)
    if(NOT status EQUAL 0)
        set(text "")
    endif()
    set(${result} "${text}" PARENT_SCOPE)
endfunction()

# A title, and what a command prints.
function(add_table title)
    ask(text ${ARGN})
    set_property(GLOBAL APPEND_STRING PROPERTY TABLES "### ${title}\n\n```text\n${text}```\n\n")
endfunction()

file(READ "${SOURCE}/app/MANUAL.md" written)
ask(commands help)
if(commands STREQUAL "")
    file(WRITE "${OUTPUT}" "${written}")
    return()
endif()

# Keys stand in a table of the source: { action, chords, "Space, P", TR( "run or pause" ) }.
# CMake takes brackets and semicolons for lists, so they have other names meanwhile.
file(READ "${SOURCE}/app/ui/core/keys.c" source)
string(REPLACE ";" "@semicolon@" source "${source}")
string(REPLACE "[" "@open@" source "${source}")
string(REPLACE "]" "@close@" source "${source}")
string(REGEX MATCHALL "\"[^\"\n]+\",[ \n]*TR\\( \"[^\"\n]+\" \\)" rows "${source}")
set(keys "| keys | action |\n|---|---|\n")
foreach(row IN LISTS rows)
    string(REGEX REPLACE "^\"(.*)\",[ \n]*TR\\( \"(.*)\" \\)$" "| \\1 | \\2 |\n" row "${row}")
    string(APPEND keys "${row}")
endforeach()
string(REPLACE "@semicolon@" ";" keys "${keys}")
string(REPLACE "@open@" "[" keys "${keys}")
string(REPLACE "@close@" "]" keys "${keys}")

set_property(GLOBAL APPEND_STRING PROPERTY TABLES "${written}\n## 15. Tables\n\n### Keys\n\n${keys}\n")
add_table("All commands" help)
string(REGEX MATCHALL "\n  slipstick [a-z]+" names "${commands}")
list(TRANSFORM names REPLACE "\n  slipstick " "")
list(REMOVE_DUPLICATES names)
foreach(name IN LISTS names)
    if(NOT name STREQUAL "help")
        add_table("slipstick ${name}" help ${name})
    endif()
endforeach()
foreach(name check show export)
    add_table("slipstick law ${name}" law ${name} --help)
endforeach()
add_table("Scenarios" list)
add_table("Shipped laws" law list)
add_table("Figures" reproduce)
add_table("What auto and the rescue call" solve --policy)

ask(list list --json)
string(REGEX MATCHALL "\"id\": *\"[^\"]+\"" ids "${list}")
foreach(id IN LISTS ids)
    string(REGEX REPLACE "\"id\": *\"(.*)\"" "\\1" id "${id}")
    add_table("Scenario ${id}" describe ${id})
endforeach()
get_property(tables GLOBAL PROPERTY TABLES)
string(REGEX REPLACE "[ \t]+\n" "\n" tables "${tables}")
file(WRITE "${OUTPUT}" "${tables}")
