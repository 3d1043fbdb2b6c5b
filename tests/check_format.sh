#!/bin/bash
# SPDX-License-Identifier: MIT
# check_format.sh: every C file of ours is as clang-format leaves it. To mend one: clang-format -i FILE
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
command -v clang-format > /dev/null || { echo "check_format.sh: there is no clang-format" >&2; exit 1; }
find engine app tests -name '*.[ch]' -print0 | xargs -0 clang-format --dry-run -Werror
