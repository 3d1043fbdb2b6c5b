#!/bin/bash
# SPDX-License-Identifier: MIT
# check_format.sh: every C file of ours is as clang-format leaves it (to mend one: clang-format -i FILE), no line has more
# than 110 columns, and every .c says at its beginning, before the code, what it is for.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
status=0
if find engine app tests -name '*.[ch]' -print0 | LC_ALL=C.UTF-8 xargs -0 grep -nE '^.{111,}'; then
    echo "check_format.sh: these lines have more than 110 columns" >&2
    status=1
fi
if find engine app tests -name '*.c' -print0 | xargs -0 awk '
        FNR == 1 { open = 0; continued = 0 }
        open { next }
        continued || /^#/ || /^\/\/ SPDX/ || /^[ \t]*$/ { continued = /\\$/; next }
        { open = 1 }
        !/^\/\// || /^\/\/ ---/ { print FILENAME ":" FNR ": " $0 }' | grep .; then
    echo "check_format.sh: these files do not begin with a comment that says what they are for" >&2
    status=1
fi
command -v clang-format > /dev/null || { echo "check_format.sh: there is no clang-format" >&2; exit 1; }
find engine app tests -name '*.[ch]' -print0 | xargs -0 clang-format --dry-run -Werror || status=1
exit $status
