#!/bin/bash
# SPDX-License-Identifier: MIT
# The same bits in a page: builds the engine with emscripten, as the page has it, and compares all rows of
# tests/data/golden.txt under node. A minute and a half of two processors the first time. Where the tools are missing it
# says so and passes.
# Debian: emscripten clang-14 cmake ninja-build nodejs
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
for tool in emcc clang-14 cmake ninja node; do
    if ! command -v "$tool" > /dev/null; then
        echo "bits: web: skipped, because $tool is not installed"
        exit 0
    fi
done
started=$SECONDS
mkdir -p build
if ! sh app/web/get_sources.sh build/web-libraries/sources > build/web-sources.log 2>&1; then
    echo "bits: web: skipped, because the sources of cJSON could not be fetched: see build/web-sources.log"
    exit 0
fi
bash app/web/build.sh golden || { echo "bits: web: does not build"; exit 1; }
# Debian's emcc loads its code in a way that fetch() of newer nodes refuses.
if ! result=$(node --no-experimental-fetch build/wasm/golden.js 2>&1); then
    echo "$result"
    echo "bits: web: OTHER BITS than tests/data/golden.txt"
    exit 1
fi
rows=$(grep -cE '^[a-z].* [0-9a-f]{16}$' tests/data/golden.txt)
[[ $result == *"0 failed, 0 skipped" ]] || { echo "$result"; exit 1; }
echo "bits: web: the golden hashes, $rows rows ($((SECONDS - started)) s)"
