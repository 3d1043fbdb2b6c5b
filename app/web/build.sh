#!/bin/bash
# SPDX-License-Identifier: MIT
# build.sh golden|page: builds a target of app/web/web.cmake in build/wasm, and before it what it needs of the libraries, in
# build/web-libraries. Prints nothing but errors; the output is in build/wasm.log. `./slipstick web` calls it.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
root=$(pwd -P)
libraries=build/web-libraries
log=$root/build/wasm.log
mkdir -p build
: > "$log"
quietly() {
    "$@" >> "$log" 2>&1 || { tail -n 40 "$log" >&2; echo "build.sh: $1 failed; the output is in build/wasm.log" >&2; exit 1; }
}
case ${1-} in
    golden) needs=cjson ;;
    page) needs=all ;;
    *) echo "usage: build.sh golden|page" >&2; exit 2 ;;
esac
# A build folder that was moved would build the place where it was.
for folder in $libraries build/wasm; do
    if [[ -e $folder/CMakeCache.txt ]] && ! grep -q "_BINARY_DIR:STATIC=$root/$folder\$" "$folder/CMakeCache.txt"; then
        rm -rf "$folder"
    fi
done
quietly sh app/web/get_sources.sh "$libraries/sources"
[[ -e $libraries/build.ninja ]] ||
    quietly cmake -S app/web/libraries -B "$libraries" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$root/app/web/toolchain.cmake"
quietly cmake --build "$libraries" --target "$needs"
if [[ $1 == golden && ! -e build/greatest/greatest.h ]]; then
    quietly sh tests/support/get_greatest.sh build/greatest
fi
[[ -e build/wasm/build.ninja ]] || quietly cmake --preset web
quietly cmake --build build/wasm --target "$1"
