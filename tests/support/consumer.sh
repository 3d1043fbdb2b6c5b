#!/bin/bash
# SPDX-License-Identifier: MIT
# consumer.sh BUILD_DIR: install that build under a temporary prefix, then use it as a stranger would: compile a
# small program with what pkg-config says and run it, and run the installed slipstick from another folder.
set -euo pipefail
build=${1:?usage: consumer.sh BUILD_DIR}
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
prefix=$temp/prefix

cmake --install "$build" --prefix "$prefix" > "$temp/log" || { cat "$temp/log" >&2; exit 1; }
pc=$(find "$prefix" -name slipstick.pc -print -quit)
export PKG_CONFIG_PATH=${pc%/*}

cat > "$temp/consumer.c" << 'END'
#include <slipstick/slipstick.h>
#include <slipstick_probe.h>
int main( void )
{
    return ssVersion()[0] == '\0' || !ssProbeClose( NULL );
}
END
read -ra flags < <(pkg-config --static --cflags --libs slipstick)
"${CC:-cc}" -std=c17 -Wall -Wextra -Wpedantic -Werror -o "$temp/consumer" "$temp/consumer.c" "${flags[@]}"
"$temp/consumer"
echo "consumer: compiled, linked and ran"

mkdir "$temp/elsewhere"
cd "$temp/elsewhere"
"$prefix/bin/slipstick" list > "$temp/list"
[ -s "$temp/list" ] || { echo "consumer.sh: the installed 'slipstick list' printed nothing" >&2; exit 1; }
echo "consumer: the installed program lists its scenarios"
