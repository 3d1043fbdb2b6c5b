#!/bin/bash
# SPDX-License-Identifier: MIT
# check_symbols.sh [--update] [BUILD_DIR]: the libraries export the names in tests/data/symbols.txt and no other, at most as many
# as `limits` says, and every global name, also the hidden ones of the archives, begins with ss. A name that is gone breaks programs that are already linked: CONTRIBUTING.md says what to do then. --update
# writes the list again. BUILD_DIR is build/test unless it is given.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
update=false
[[ ${1-} != --update ]] || { update=true; shift; }
build=${1:-build/test}
list=tests/data/symbols.txt
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT

declare -A limits=([slipstick]=430 [slipstick_lab]=200 [slipstick_hdf5]=1)

# What others see of an archive: readelf tells it from what only its own objects see, nm does not.
static_names() {
    readelf -sW "$1" | awk '($5 == "GLOBAL" || $5 == "WEAK") && $6 == "DEFAULT" && $7 != "UND" { print $8 }' | LC_ALL=C sort -u
}
names() { nm "$@" | awk 'NF == 3 { print $3 }' | LC_ALL=C sort -u; }

for library in slipstick slipstick_lab slipstick_hdf5; do
    [[ -e $build/lib$library.a || $library != slipstick_hdf5 ]] || continue # HDF5 is optional
    names -g --defined-only "$build/lib$library.a" > "$temp/global"
    static_names "$build/lib$library.a" > "$temp/static"
    names -D --defined-only "$build/lib$library.so" > "$temp/shared"
    if grep -v '^ss' "$temp/global" "$temp/shared"; then
        echo "symbols: lib$library has global names that do not begin with ss"
        exit 1
    fi
    if ! diff "$temp/static" "$temp/shared"; then
        echo "symbols: < the static, > the shared lib$library: they export different names"
        exit 1
    fi
    if [[ $(wc -l < "$temp/static") -gt ${limits[$library]} ]]; then
        echo "symbols: lib$library exports $(wc -l < "$temp/static") names; allowed: at most ${limits[$library]}"
        exit 1
    fi
    sed "s/^/$library /" "$temp/static" >> "$temp/all"
done

if $update; then
    # A build without HDF5 knows nothing of the names of that library: they stay.
    [[ -e $build/libslipstick_hdf5.a ]] || grep '^slipstick_hdf5 ' "$list" >> "$temp/all" || true
    {
        echo "# What the libraries export. tests/check_symbols.sh --update writes it; a line that goes breaks programs of others."
        cat "$temp/all"
    } > "$list"
    echo "symbols: $list is written; look at the differences before you commit it"
    exit 0
fi
grep -q '^slipstick_hdf5 ' "$temp/all" && expected=' ' || expected='^slipstick\(_lab\)\? '
if ! diff <(grep -v '^#' "$list" | grep "$expected") "$temp/all"; then
    echo "symbols: < $list, > what the libraries export. A name that is new: tests/check_symbols.sh --update."
    echo "symbols: A name that is gone, or means something else: see CONTRIBUTING.md, \"The library for others\"."
    exit 1
fi
echo "symbols: $(cut -d' ' -f1 "$temp/all" | uniq -c | awk '{ printf "%s%s %s", ( NR > 1 ? ", " : "" ), $2, $1 }'), all with ss, as in $list"
