#!/bin/bash
# SPDX-License-Identifier: MIT
# The same bits everywhere: builds the engine and the test of the golden hashes with the compilers, levels of optimisation
# and processors that are at hand, and compares each with tests/data/golden.txt. `cmake --preset test` covers gcc -O3.
#   tests/check_bits.sh [ROW...]     clang-O0, clang-O3, gcc-O0, x86_64-linux-gnu (or aarch64-linux-gnu)
# Without an argument: the first and the fourth. A row whose tools are missing is reported and left out.
# Debian: clang; gcc-x86-64-linux-gnu libc6-dev-amd64-cross qemu-user (on amd64 gcc-aarch64-linux-gnu
# libc6-dev-arm64-cross qemu-user). tests/check_bits_web.sh does it for pages.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."

out=build/bits
greatest=build/greatest
cache=$(command -v ccache || true)
jobs=$(getconf _NPROCESSORS_ONLN)
mkdir -p "$out"
[[ -e $greatest/greatest.h ]] || sh tests/support/get_greatest.sh "$greatest" > "$out/greatest.log" 2>&1 ||
    { echo "bits: greatest.h could not be fetched: see $out/greatest.log" >&2; exit 1; }

case $(uname -m) in
    aarch64 | arm64) other=x86_64-linux-gnu qemu="qemu-x86_64 -cpu max" ;; # with AVX2
    *) other=aarch64-linux-gnu qemu=qemu-aarch64 ;;
esac

# Row, compiler, flags, the program that runs the result ("-": none)
rows=(
    "clang-O0 clang -O0 -"
    "clang-O3 clang -O3 -"
    "gcc-O0 gcc -O0 -"
    "$other $other-gcc -O3 $qemu"
)
defaults=(clang-O0 "$other") # these fit into two minutes

# No function of the C library whose last bit the standard leaves open.
check_symbols() {
    local library=$1 open
    open=$(nm -u "$library"/engine_*.o | awk '{ print $NF }' | sort -u |
        grep -xE '(a?(sin|cos|tan)h?|sincos|exp|exp2|exp10|expm1|log|log2|log10|log1p|pow|atan2|hypot|cbrt|[tl]gamma|erfc?|c(exp|abs|arg|log|pow|sqrt)|__(mul|div)[dsxt]c3)[fl]?' |
        tr '\n' ' ') || return 0
    echo "bits: the engine calls $open: slipstick/elementary.h has functions that give the same bits everywhere"
    return 1
}

# The golden hashes need no JSON: what cJSON would do is left out, so that no library has to be installed for the other
# processor.
make_stub() {
    grep -oE 'cJSON_[A-Za-z]+\(' engine/src/base/json_reader.c | tr -d '(' | sort -u |
        sed 's/.*/int &( void );\nint &( void )\n{\n    return 0;\n}/' > "$out/no_cjson.c"
    mkdir -p "$out/include/cjson"
    cp "$(pkg-config --variable=includedir libcjson)/cjson/cJSON.h" "$out/include/cjson/" 2> /dev/null ||
        cp /usr/include/cjson/cJSON.h "$out/include/cjson/"
}

# The build writes the shipped laws into a source file of their own.
embed_laws() {
    local -a laws=(assets/laws/*.law)
    cmake "-DOUTPUT=$out/embedded_laws.c" "-DFILES=$(IFS=';'; echo "${laws[*]}")" -P engine/embed_laws.cmake
}

# build ROW COMPILER LEVEL: compiles into $out/ROW
build() {
    local folder=$out/$1 compiler=$2 level=$3
    local -a extra=()
    local avx=
    [[ $("$compiler" -dumpmachine) != x86_64* ]] || avx=-m # as in CMakeLists.txt
    [[ $1 != "$other" ]] || extra=(-static) # libraries of that processor that are installed as well do not get in the way
    rm -rf "$folder"
    mkdir -p "$folder"
    printf '%s\n' engine/src/*/*.c engine/src/*/*/*.c tests/scenario/test_golden.c "$out/no_cjson.c" \
        "$out/embedded_laws.c" |
        xargs -P "$jobs" -n 8 sh -c 'for file; do
            name=$(echo "$file" | tr / _) lanes=
            case '"$avx"'$file in
                -m*_avx2.c) lanes=-mavx2 ;;
                -m*_avx512.c) lanes="-mavx2 -mavx512f -mavx512vl -mavx512dq" ;;
            esac
            '"$cache $compiler"' -std=c17 '"$level"' $lanes -ffp-contract=off -Wno-unused-command-line-argument -DSS_VERSION_STRING=\"0\" \
                -DSLIPSTICK_TEST_DATA=\"'"$PWD"'/tests/data\" -DSLIPSTICK_PROGRAM=\"none\" -Iengine/include \
                -Iengine/src -Itests/support -isystem '"$greatest"' -isystem '"$out"'/include \
                -c "$file" -o '"$folder"'/"$name.o" || exit 255; done' build > "$folder/log" 2>&1 &&
        "$compiler" "$level" "${extra[@]}" "$folder"/*.o -lm -o "$folder/golden" >> "$folder/log" 2>&1
}

# check ROW COMPILER LEVEL RUNNER...: builds one row and compares
check() {
    local row=$1 compiler=$2 level=$3 program=$out/$1/golden started=$SECONDS tool
    local -a command=("${@:4}")
    for tool in "$compiler" "${command[0]}"; do
        if [[ $tool != - ]] && ! command -v "$tool" > /dev/null; then
            echo "bits: $row: skipped, because $tool is not installed"
            return 0
        fi
    done
    build "$row" "$compiler" "$level" || { tail -n 20 "$out/$row/log"; echo "bits: $row: does not build"; return 1; }
    check_symbols "$out/$row" || return 1
    [[ ${command[0]} != - ]] || command=()
    if "${command[@]}" "$program" > "$out/$row/result" 2>&1; then
        echo "bits: $row: the golden hashes ($((SECONDS - started)) s)"
    else
        cat "$out/$row/result"
        echo "bits: $row: OTHER BITS than tests/data/golden.txt"
        return 1
    fi
}

make_stub
embed_laws
[[ $# -gt 0 ]] || set -- "${defaults[@]}"
status=0
for wanted; do
    found=false
    for line in "${rows[@]}"; do
        read -r row compiler level runner <<< "$line"
        [[ $row == "$wanted" ]] || continue
        found=true
        check "$row" "$compiler" "$level" $runner || status=1 # $runner: a program and its options
    done
    $found || { echo "bits: no row $wanted; there are:" "${rows[@]%% *}"; status=1; }
done
exit "$status"
