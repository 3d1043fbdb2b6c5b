#!/bin/sh
# SPDX-License-Identifier: MIT
# get_sources.sh OUTDIR: unpacks the sources of SDL2, Dear ImGui and cJSON into OUTDIR, for the page.
# They come from the mirrors this machine's apt already uses, and must have the hashes of Debian's signed descriptions; this
# needs no root and changes nothing of apt's.
set -eu
if [ $# -ne 1 ]; then
    echo "usage: get_sources.sh OUTDIR" >&2
    exit 2
fi
out=$1
helper=/usr/lib/apt/apt-helper
[ -e "$out/.complete" ] && exit 0
if [ ! -x "$helper" ]; then
    echo "get_sources.sh: no apt here to fetch sources with" >&2
    exit 1
fi
mkdir -p "$out"
: > "$out/log"
mirrors=$(
    {
        apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages'
        apt-get update --print-uris | sed -n "s#^'\\(.*\\)/dists/.*#\\1/#p"
    } 2> /dev/null | grep -v security | sort -u || true)

# take FILE SHA256: fetches a file of the pool
take() {
    name=$(basename "$1")
    [ -e "$out/$name" ] && return 0
    for mirror in $mirrors; do
        # The sandbox user of apt could not write to our folder.
        if "$helper" -o APT::Sandbox::User= -o Acquire::Retries=1 -o Acquire::http::Timeout=30 -o Acquire::https::Timeout=30 \
            download-file "${mirror%/}/pool/main/$1" "$out/$name.part" "SHA256:$2" >> "$out/log" 2>&1; then
            mv "$out/$name.part" "$out/$name"
            return 0
        fi
    done
    cat "$out/log" >&2
    echo "get_sources.sh: none of apt's mirrors has $name" >&2
    exit 1
}

sdl=libs/libsdl2/libsdl2_2.26.5+dfsg.orig.tar.gz
imgui=i/imgui/imgui_1.86+ds.orig.tar.xz
cjson=c/cjson/cjson_1.7.15.orig.tar.gz
patches=c/cjson/cjson_1.7.15-1+deb12u4.debian.tar.xz
take $sdl b3f2c822151804125d08db94c65852f711c2e5df2145a59da120748dc32eb9c3
take $imgui 0dace0e8e57d298eb6e93af12dc19420cb96330832f6495c733b90aeeef11f64
take $cjson 5308fd4bd90cef7aa060558514de6a1a4a0819974a26e6ed13973c5f624c24b2
take $patches afd19a970966cf534ff1e9ec077d710a5e7e78eb4ec9b499c8bdc32e55da12cb
cd "$out"
rm -rf SDL2-2.26.5 imgui-1.86 cJSON-1.7.15 debian
for file in $sdl $imgui $cjson $patches; do
    tar -xf "$(basename "$file")"
done
# Debian's corrections of cJSON: a page opens what anybody sends.
while read -r patch; do
    [ -z "$patch" ] || patch -s -p1 -d cJSON-1.7.15 < "debian/patches/$patch" >> log
done < debian/patches/series
: > .complete
