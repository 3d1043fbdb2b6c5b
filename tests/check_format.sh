#!/bin/bash
# SPDX-License-Identifier: MIT
# check_format.sh: every C file of ours is as clang-format leaves it, and no line has more than 110 columns. To mend
# one: clang-format -i FILE
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
status=0
if find engine app tests -name '*.[ch]' -print0 | LC_ALL=C.UTF-8 xargs -0 grep -nE '^.{111,}'; then
    echo "check_format.sh: these lines have more than 110 columns" >&2
    status=1
fi
command -v clang-format > /dev/null || { echo "check_format.sh: there is no clang-format" >&2; exit 1; }
find engine app tests -name '*.[ch]' -print0 | xargs -0 clang-format --dry-run -Werror || status=1
exit $status
