#!/bin/sh
# SPDX-License-Identifier: MIT
# get_greatest.sh OUTDIR: put greatest.h (1.3.1, ISC licence) into OUTDIR.
# Debian has it inside the source package of fzy. The file comes from the mirrors this machine's apt already uses
# and must have the hash of Debian's signed description; it needs no root and changes nothing of apt's.
set -eu
if [ $# -ne 1 ]; then
    echo "usage: get_greatest.sh OUTDIR" >&2
    exit 2
fi
out=$1
sha256=80257fd74579e13438b05edf50dcdc8cf0cdb1870b4a2bc5967bd1fdbed1facf
helper=/usr/lib/apt/apt-helper

[ -s "$out/greatest.h" ] && exit 0
if [ ! -x "$helper" ]; then
    echo "get_greatest.sh: no apt here to fetch greatest.h with" >&2
    exit 1
fi
mkdir -p "$out"
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT INT TERM
: > "$temp/log"

# Once with the package lists, once more for a machine that has none: there apt only knows where it would ask.
mirrors=$(
    {
        apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages'
        apt-get update --print-uris | sed -n "s#^'\\(.*\\)/dists/.*#\\1/#p"
    } 2> /dev/null | grep -v security | sort -u || true)
for mirror in $mirrors; do
    # The sandbox user of apt could not write to our folder.
    if "$helper" -o APT::Sandbox::User= -o Acquire::Retries=1 \
        -o Acquire::http::Timeout=20 -o Acquire::https::Timeout=20 \
        download-file "${mirror%/}/pool/main/f/fzy/fzy_1.0.orig.tar.gz" "$temp/fzy.tar.gz" "SHA256:$sha256" \
        >> "$temp/log" 2>&1; then
        # Renamed into place: two builds may do this at the same time.
        tar -xzOf "$temp/fzy.tar.gz" fzy-1.0/deps/greatest/greatest.h > "$out/greatest.h.$$"
        mv "$out/greatest.h.$$" "$out/greatest.h"
        exit 0
    fi
done
cat "$temp/log" >&2
echo "get_greatest.sh: none of apt's mirrors has the source package of fzy 1.0" >&2
exit 1
