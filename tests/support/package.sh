#!/bin/bash
# SPDX-License-Identifier: MIT
# package.sh FOLDER: installs the Debian package and the wheel that lie there as a stranger would, uses them, and removes them
# again. The package goes into a bare Debian with what it depends on, if debootstrap, root and the network are there; else into
# an empty root that borrows the libraries of this machine.
set -euo pipefail
folder=$(cd -- "${1:?usage: package.sh FOLDER}" && pwd)
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
golden=$(awk '$1 == "rolling-sphere" { print $2 }' "$root/tests/data/golden.txt")

fail() { echo "package: $*" >&2; exit 1; }
quiet() { "$@" > "$temp/log" 2>&1 || { cat "$temp/log" >&2; fail "failed: $*"; }; }

# ---------------------------------------------------------------------------------------------------------- wheel

wheel=$(ls "$folder"/slipstick-*.whl)
quiet python3 -m venv "$temp/venv"
site=$(echo "$temp"/venv/lib/python3*/site-packages)
before=$(cd "$temp/venv" && find . ! -name '*.pyc' | sort)
env=(env -u PYTHONPATH -u SLIPSTICK_LIBRARY PYTHONDONTWRITEBYTECODE=1)
quiet "${env[@]}" "$temp/venv/bin/pip" install --no-index --no-cache-dir --disable-pip-version-check "$wheel"
for file in py.typed __init__.pyi; do
    [[ -e $site/slipstick/$file ]] || fail "the wheel has no $file"
done
loaded=$(ldd "$site"/slipstick/lib/* | grep -vE "^/|lib(c|m)\.so|ld-linux|linux-vdso|$site" || true)
[[ -z $loaded ]] || fail "the wheel needs more than glibc: $loaded"
symbols=$(grep -aohE 'GLIBC_2\.[0-9]+' "$site"/slipstick/lib/* | sort -uV | tail -n 1)
[[ $wheel =~ manylinux_2_([0-9]+)_ && ${symbols#GLIBC_2.} -le ${BASH_REMATCH[1]} ]] ||
    fail "${wheel##*/} needs $symbols, which its name does not say"
cat > "$temp/use.py" << 'EOF'
import slipstick as ss
sim = ss.Sim("rolling-sphere", preset="tiny")
run = sim.run()
assert sim._repr_svg_().startswith("<svg") and run._repr_svg_().endswith("</svg>") and run["u"][0] > run["u"][-1]
assert any("slipstick/lib/libcjson.so" in line for line in open("/proc/self/maps")), "cJSON is not the one of the wheel"
try:
    assert "<iframe" in ss.show(sim)._repr_html_()
except ss.Error as refusal:
    assert "slipstick web" in str(refusal)
print(sim.hash)
EOF
hash=$(cd "$temp" && "${env[@]}" "$temp/venv/bin/python" use.py) || fail "the wheel does not work"
[[ $hash == "$golden" ]] || fail "the wheel gives the hash $hash instead of $golden"
quiet "${env[@]}" "$temp/venv/bin/pip" uninstall -y slipstick
[[ $(cd "$temp/venv" && find . ! -name '*.pyc' | sort) == "$before" ]] || fail "uninstalling the wheel leaves something"
echo "package: ${wheel##*/}, $(wc -c < "$wheel") bytes, needs $symbols; installed, used and removed"

# --------------------------------------------------------------------------------------------------------- Debian

deb=$(ls "$folder"/slipstick_*.deb)
clean=$temp/root
bare=no
if [[ $EUID -eq 0 ]] && command -v debootstrap > /dev/null; then
    release=$(. /etc/os-release && echo "$VERSION_CODENAME")
    if debootstrap --variant=minbase "$release" "$clean" > "$temp/log" 2>&1; then
        bare=yes
    else
        echo "package: debootstrap failed; the package is tried with the libraries of this machine"
        rm -rf "$clean"
    fi
fi
listing() {
    find "$clean" \( -path '*/var/lib/dpkg' -o -path '*/var/cache' -o -path '*/var/log' -o -path '*/proc' \) -prune -o -print | sort
}

# program ARGUMENTS: runs the installed program.
program() {
    if [[ $bare == yes ]]; then
        chroot "$clean" env -i PATH=/usr/bin HOME=/tmp SDL_VIDEODRIVER=offscreen MESA_SHADER_CACHE_DISABLE=true slipstick "$@"
    else
        (cd "$clean/tmp" && HOME=$clean/tmp SDL_VIDEODRIVER=offscreen MESA_SHADER_CACHE_DISABLE=true "$clean/usr/bin/slipstick" "$@")
    fi
}

if [[ $bare == yes ]]; then
    # First the libraries, so that what the package itself leaves can be told apart.
    cp "$deb" "$clean/tmp/slipstick.deb"
    quiet chroot "$clean" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends /tmp/slipstick.deb
    quiet chroot "$clean" dpkg --purge slipstick
    listing > "$temp/before"
    quiet chroot "$clean" dpkg --install /tmp/slipstick.deb
    into=(chroot "$clean" dpkg)
else
    mkdir -p "$clean"/var/lib/dpkg/{info,updates} "$clean/tmp"
    touch "$clean/var/lib/dpkg/status"
    listing > "$temp/before"
    into=(dpkg "--root=$clean" --force-not-root --force-depends --force-bad-path)
    quiet "${into[@]}" --install "$deb"
fi
for file in /usr/bin/slipstick '/usr/lib/*/libslipstick.so.0' '/usr/lib/*/libslipstick_lab.a' '/usr/lib/*/pkgconfig/slipstick.pc' \
    /usr/include/slipstick/world.h /usr/share/man/man1/slipstick.1.gz /usr/share/applications/slipstick.desktop \
    /usr/share/icons/hicolor/scalable/apps/slipstick.svg /usr/share/doc/slipstick/copyright; do
    compgen -G "$clean$file" > /dev/null || fail "the package has no $file"
done
grep -rlF "$root" "$clean/usr/lib" "$clean/usr/share/doc" "$clean"/usr/bin/slipstick > "$temp/log" 2>&1 &&
    fail "$(head -n 3 "$temp/log") name the folder of the build"
[[ $(program --version) == *"$(sed -n 's/^project(slipstick VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")"* ]] ||
    fail "slipstick --version prints something else"
[[ $(program run rolling-sphere --preset tiny --hash) == "$golden" ]] || fail "the installed program has other bits"
picture=/tmp/belt.png
[[ $bare == yes ]] || picture=$clean$picture
program shot belt -o "$picture" > "$temp/log" 2>&1 || { cat "$temp/log" >&2; fail "slipstick shot does not work"; }
[[ $(head -c 4 "$clean/tmp/belt.png" | tail -c 3) == PNG ]] || fail "slipstick shot leaves no picture"
rm -f "$clean/tmp/belt.png"
quiet "${into[@]}" --purge slipstick
listing > "$temp/after"
diff "$temp/before" "$temp/after" >&2 || fail "purging the package leaves something"
echo "package: ${deb##*/}, $(wc -c < "$deb") bytes; installed ($([[ $bare == yes ]] && echo "in a bare Debian" ||
    echo "in an empty root, with the libraries of this machine")), used and purged"
if command -v lintian > /dev/null; then
    lintian --fail-on error "$deb" || fail "lintian finds errors"
fi
