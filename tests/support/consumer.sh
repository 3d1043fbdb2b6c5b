#!/bin/bash
# SPDX-License-Identifier: MIT
# consumer.sh BUILD_DIR: installs that build under a temporary prefix and uses it as a stranger would: programs in C and C++,
# by find_package and by pkg-config, with the static and with the shared library; the examples of engine/examples; Slipstick
# as a part of another project; the installed program. At last it is uninstalled.
set -euo pipefail
build=$(cd -- "${1:?usage: consumer.sh BUILD_DIR}" && pwd)
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
prefix=$temp/moved
golden=$(awk '$1 == "rolling-sphere" { print $2 }' "$root/tests/data/golden.txt")

fail() { echo "consumer: $*" >&2; exit 1; }
quiet() { "$@" > "$temp/log" 2>&1 || { cat "$temp/log" >&2; fail "failed: $*"; }; }

# put COMPONENT...: installs under another prefix and moves it: nothing that is installed may know where it lay.
put() {
    local component
    [[ ! -e $prefix ]] || mv "$prefix" "$temp/first"
    for component; do
        quiet cmake --install "$build" --prefix "$temp/first" --component "$component"
        mv "$build/install_manifest_$component.txt" "$temp/manifests/"
    done
    mv "$temp/first" "$prefix"
}

# same HASH WHAT: the run in the other program has the bits of ours.
same() { [[ $1 == "$golden" ]] || fail "$2: the hash is $1 instead of $golden"; }

needs_no_hdf5() {
    command -v ldd > /dev/null || return 0
    if ldd "$1" | grep -i hdf5; then fail "$1 loads HDF5, which it does not use"; fi
}

# by_package KIND [CMAKE OPTIONS]: builds and runs the foreign project.
by_package() {
    local kind=$1 dir=$temp/$1 example loaded
    shift
    quiet cmake -S "$root/tests/consumer" -B "$dir" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" -DKIND="$kind" "$@"
    quiet cmake --build "$dir"
    same "$("$dir/consumer_c")" "C, $kind"
    same "$("$dir/consumer_cpp")" "C++, $kind"
    needs_no_hdf5 "$dir/consumer_c"
    [[ ! -e $dir/consumer_hdf5 ]] || "$dir/consumer_hdf5" || fail "slipstick::hdf5 does not read HDF5 files ($kind)"
    loaded=$(ldd "$dir/consumer_c" 2> /dev/null || true) # not in a pipe with grep -q, which may end before ldd does
    if [[ $loaded == *libslipstick* ]]; then
        [[ $kind == shared ]] || fail "the program of kind $kind loads libslipstick.so"
    else
        [[ $kind == static ]] || fail "the program of kind $kind does not load libslipstick.so"
    fi
    mkdir -p "$dir/scratch"
    for example in "$dir"/examples/*; do
        [[ -x $example ]] || continue
        (cd "$dir/scratch" && timeout 30 "$example" > "$temp/log" 2>&1) || { cat "$temp/log" >&2; fail "${example##*/} ended with an error ($kind)"; }
        echo "consumer: ${example##*/} ran ($kind)"
    done
    echo "consumer: find_package, $kind: C and C++ programs have the bits of the golden hashes"
}

# is_small SOURCE FLAGS...: a program that drops a ball carries only what it calls: far less than the 3 MB of the whole core, and
# not much more where the linker leaves out whole files alone. Solvers that a world finds by their names are in it.
is_small() {
    local source=$1 option size limit
    shift
    for option in "" -Wl,--no-gc-sections; do
        "${CC:-cc}" -O2 -std=c17 -o "$temp/small" "$source" "$@" $option
        strip "$temp/small"
        size=$(wc -c < "$temp/small")
        echo "consumer: a program that drops a ball has $size bytes${option:+ with $option}"
        limit=1500000
        [[ -z $option ]] || limit=1650000
        [[ $size -lt $limit ]] || fail "a program that drops a ball has $size bytes; allowed: less than $limit"
    done
}

# by_pkg_config KIND [OPTION]: compiles with what pkg-config says, which is asked with that option.
by_pkg_config() {
    local kind=$1 flags
    shift
    read -ra flags < <(PKG_CONFIG_PATH=${pc%/*} pkg-config "$@" --cflags --libs slipstick-lab)
    "${CC:-cc}" -std=c17 -Wall -Wextra -Wpedantic -Werror -o "$temp/pc_$kind" "$root/tests/consumer/consumer.c" "${flags[@]}"
    same "$(LD_LIBRARY_PATH=${pc%/pkgconfig*} "$temp/pc_$kind")" "pkg-config, $kind"
    LD_LIBRARY_PATH=${pc%/pkgconfig*} needs_no_hdf5 "$temp/pc_$kind"
    local loaded
    loaded=$(LD_LIBRARY_PATH=${pc%/pkgconfig*} ldd "$temp/pc_$kind" 2> /dev/null || true)
    [[ $kind == shared || $loaded != *libslipstick* ]] || fail "what pkg-config $* gives loads libslipstick.so"
    sed -n '/^```c$/,/^```$/p' "$root/engine/README.md" | sed '/^```/d' > "$temp/first.c"
    read -ra flags < <(PKG_CONFIG_PATH=${pc%/*} pkg-config "$@" --cflags --libs slipstick) # the core alone
    "${CC:-cc}" -O2 -std=c17 -Wall -Wextra -Wpedantic -Werror -o "$temp/first_$kind" "$temp/first.c" "${flags[@]}"
    loaded=$(LD_LIBRARY_PATH=${pc%/pkgconfig*} ldd "$temp/first_$kind" 2> /dev/null || true)
    [[ $loaded != *libslipstick_lab* ]] || fail "a program that drops a ball loads the library of the lab"
    [[ $kind == shared ]] || is_small "$temp/first.c" "${flags[@]}"
    LD_LIBRARY_PATH=${pc%/pkgconfig*} "$temp/first_$kind" > "$temp/log" || fail "the first program of engine/README.md ended with an error"
    echo "consumer: pkg-config, $kind: compiled, linked and ran"
}

mkdir "$temp/manifests"
put program development static
pc=$(find "$prefix" -name slipstick.pc -print -quit)
by_package static -DEXAMPLES="$root/engine/examples"
by_pkg_config static --static
put shared
by_package shared -DEXAMPLES="$root/engine/examples"
by_pkg_config shared
by_pkg_config static --static # with both installed

# Only the set-up: the build itself is that of this project.
quiet cmake -S "$root/tests/consumer" -B "$temp/part" -G Ninja -DSOURCE="$root"
quiet ninja -C "$temp/part" -n consumer_c
[[ -z $(find "$temp/part" -iname '*greatest*' | head -n 1) ]] || fail "add_subdirectory fetches the header of the tests"
echo "consumer: add_subdirectory has slipstick::slipstick, and fetches nothing"
quiet cmake -S "$root" -B "$temp/plain" -G Ninja -DSLIPSTICK_GUI=OFF
[[ -z $(find "$temp/plain" -iname '*greatest*' | head -n 1) ]] || fail "a build that asks for no tests fetches their header"

mkdir "$temp/elsewhere"
cd "$temp/elsewhere"
"$prefix/bin/slipstick" list > "$temp/list"
[[ -s $temp/list ]] || fail "the installed 'slipstick list' printed nothing"
for plugin in "$temp"/shared/plugins/*.so; do
    [[ -e $plugin ]] || continue
    "$prefix/bin/slipstick" --plugin "$plugin" list > "$temp/more" || fail "the program does not load ${plugin##*/}"
    "$prefix/bin/slipstick" --plugin "$plugin" law list >> "$temp/more"
    grep -q '\[plugin ' "$temp/more" || fail "${plugin##*/} adds neither a scenario nor a law"
    echo "consumer: ${plugin##*/} adds to the installed program"
done
echo "consumer: the installed program lists its scenarios"

mv "$prefix" "$temp/first"
quiet cmake -DBUILD="$temp/manifests" -P "$root/engine/install/uninstall.cmake"
left=$(find "$temp/first" ! -type d | head -n 5)
[[ -z $left ]] || fail "uninstall left $left"
[[ -z $(find "$temp/first" -path '*/slipstick*' | head -n 1) ]] || fail "uninstall left folders of ours"
echo "consumer: uninstall leaves nothing"
