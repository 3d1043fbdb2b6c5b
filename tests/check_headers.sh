#!/bin/bash
# SPDX-License-Identifier: MIT
# check_headers.sh [ROOT]: what the public headers promise, function by function and header by header.
#   - Every function begins with SS_API_ANY, SS_API_OBJECT or SS_API_SETUP, which say what threads may call it (base.h).
#   - Every function that returns an ssResult is SS_CHECKED, so that an ignored one warns.
#   - A main header includes no advanced one; slipstick.h includes all main ones, advanced.h all advanced ones, lab.h all of the lab.
#   - Every header can be included alone, in C17 and in C++17.
# Prints what breaks a promise and ends with status 1 if anything does.
set -euo pipefail
root=${1:-$(dirname -- "${BASH_SOURCE[0]}")/..}
cd -- "$root/engine/include"

status=0
wrong() { echo "engine/include/$1"; status=1; }

# Joins each declaration outside of braces into one line: "file:line: declaration".
declarations() {
    awk '
        FNR == 1 { depth = 0; text = ""; continued = 0 }
        {
            sub( /\/\/.*/, "" )
            isDirective = continued || /^[ \t]*#/
            continued = isDirective && /\\$/
            if ( isDirective ) next
            for ( i = 1; i <= length( $0 ); ++i ) {
                c = substr( $0, i, 1 )
                if ( text == "" && c ~ /[ \t]/ ) continue
                if ( text == "" ) start = FNR
                if ( c == "{" ) ++depth
                if ( depth == 0 && c == ";" ) { print FILENAME ":" start ": " text; text = ""; continue }
                if ( depth == 0 ) text = text c
                # the body of a function ends a declaration, that of a struct does not
                if ( c == "}" && --depth == 0 && text ~ /^static inline/ ) text = ""
            }
            if ( text != "" ) text = text " "
        }' "$@"
}

# Functions: what is left without types, structs and constants.
while IFS= read -r line; do
    text=${line#*: }
    [[ $text == *"("* && $text != typedef* ]] || continue
    case $text in
    "SS_API_ANY "* | "SS_API_OBJECT "* | "SS_API_SETUP "*) ;;
    *) wrong "$line: begins with none of SS_API_ANY, SS_API_OBJECT and SS_API_SETUP" ;;
    esac
    text=${text#SS_API_* }
    case $text in
    "ssResult "*) wrong "$line: returns an ssResult and is not SS_CHECKED" ;;
    "SS_CHECKED ssResult "*) ;;
    *SS_CHECKED*) wrong "$line: is SS_CHECKED and returns no ssResult" ;;
    esac
done < <(declarations slipstick/*.h slipstick/*/*.h)

# Layers.
while IFS= read -r line; do
    wrong "$line: a main header includes no advanced one"
done < <(grep -n '#include "slipstick/advanced/' slipstick/*.h || true)
for header in slipstick/*.h; do
    [[ $header == slipstick/slipstick.h || $header == slipstick/hdf5.h ]] ||
        grep -qF "#include \"$header\"" slipstick/slipstick.h || wrong "slipstick/slipstick.h: $header is missing"
done
for umbrella in slipstick/advanced/advanced.h slipstick/lab/lab.h; do
    for header in "${umbrella%/*}"/*.h; do
        [[ $header == "$umbrella" ]] ||
            grep -qF "#include \"$header\"" "$umbrella" || wrong "$umbrella: $header is missing"
    done
done

# Alone.
for header in slipstick/*.h slipstick/*/*.h slipstick_probe.h; do
    ${CC:-cc} -std=c17 -Wall -Wextra -Wpedantic -Werror -I. -fsyntax-only -x c - <<< "#include \"$header\"" ||
        wrong "$header: cannot be included alone in C17"
    ! command -v "${CXX:-c++}" > /dev/null ||
        ${CXX:-c++} -std=c++17 -Wall -Wextra -Wpedantic -Werror -I. -fsyntax-only -x c++ - <<< "#include \"$header\"" ||
        wrong "$header: cannot be included alone in C++17"
done
[[ $status -ne 0 ]] || echo "public headers keep their promises"
exit "$status"
