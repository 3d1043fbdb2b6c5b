# SPDX-License-Identifier: MIT
"""Makes the wheel, for `pip install .` and `./slipstick package`: the module, its types, and the libraries that it calls.

It needs nothing but the standard library, CMake and a C compiler. SLIPSTICK_LIBRARY names a libslipstick.so
to take, with the library of the lab beside it, instead of building them.

    python3 slipstick_build.py FOLDER       writes the wheel into a folder and prints its name
"""

import base64
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile

import slipstick_headers

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, os.pardir, os.pardir)
PAGE = os.path.join(ROOT, "build", "web", "slipstick.html")
SYSTEM = re.compile(r"lib(c|m|dl|pthread|rt)\.so\.|ld-linux|linux-vdso")  # of glibc, and of the kernel


def read(*path):
    with open(os.path.join(*path), "rb") as file:
        return file.read()


def version(pattern=r"project\(slipstick VERSION ([0-9.]+)"):
    return re.search(pattern, read(ROOT, "CMakeLists.txt").decode()).group(1)


def shared_library(folder):
    given = os.environ.get("SLIPSTICK_LIBRARY")
    if given:
        return given
    subprocess.check_call(["cmake", "-S", ROOT, "-B", folder, "-DCMAKE_BUILD_TYPE=Release", "-DSLIPSTICK_GUI=OFF",
                           "-DSLIPSTICK_TESTS=OFF"] + (["-G", "Ninja"] if shutil.which("ninja") else []))
    subprocess.check_call(["cmake", "--build", folder, "--target", "slipstick_lab_shared", "--parallel"])
    return os.path.join(folder, "libslipstick.so")


def needs(library):
    """What a library loads besides glibc: names and files."""
    lines = subprocess.check_output(["ldd", library], text=True).splitlines()
    rows = [line.split() for line in lines if not SYSTEM.search(line)]
    return {row[0]: os.path.realpath(row[2]) for row in rows if len(row) > 2 and not row[0].startswith("libslipstick")}


def libraries(core):
    """The libraries of the wheel: ours, and cJSON, which they find beside them."""
    files = {}
    for name in ("libslipstick", "libslipstick_lab"):
        path = os.path.join(os.path.dirname(core), os.path.basename(core).replace("libslipstick", name))
        files[name + ".so." + version(r"SLIPSTICK_SOVERSION ([0-9]+)")] = read(path)  # the name by which they load each other
        if sys.platform == "linux":
            for needed, found in needs(path).items():
                if not needed.startswith("libcjson.so"):
                    raise RuntimeError("%s loads %s, which the wheel does not bring" % (path, needed))
                files[needed] = read(found)
    return files


def tag(files):
    """The platform of the wheel. Of glibc it says the oldest version that has all symbols that are asked for."""
    machine = re.sub(r"[-.]", "_", sysconfig.get_platform())
    if platform.libc_ver()[0] != "glibc":
        return machine
    minors = [int(minor) for data in files.values() for minor in re.findall(rb"\0GLIBC_2\.(\d+)", data)]
    return machine.replace("linux", "manylinux_2_%d" % max(minors + [17]))


def notice_of_cjson():
    """Its copyright and licence, which its header begins with."""
    flags = subprocess.check_output(["pkg-config", "--variable=includedir", "libcjson"], text=True).strip()
    header = os.path.join(flags, "cjson", "cJSON.h")
    return re.match(rb"\s*/\*(.*?)\*/", read(header if os.path.exists(header) else os.path.join(flags, "cJSON.h")), re.S).group(1)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    headers = slipstick_headers.Headers(os.path.join(HERE, os.pardir, "include"))
    files = {"slipstick/_types.py": slipstick_headers.write_types(headers).encode()}
    for name in sorted(os.listdir(os.path.join(HERE, "slipstick"))):
        if name.endswith((".py", ".pyi", ".typed")) and name != "_types.py":
            files["slipstick/" + name] = read(HERE, "slipstick", name)
    if os.path.exists(PAGE):
        files["slipstick/slipstick.html"] = read(PAGE)
    with tempfile.TemporaryDirectory() as folder:
        found = libraries(shared_library(folder))
    files.update(("slipstick/lib/" + name, data) for name, data in found.items())

    info = "slipstick-%s.dist-info/" % version()
    label = "py3-none-" + tag(found)
    files[info + "METADATA"] = ("Metadata-Version: 2.1\nName: slipstick\nVersion: %s\nLicense: MIT\n"
                                "Summary: Friction laws, contact problems and worlds of rigid bodies\n"
                                "Requires-Python: >=3.8\nProvides-Extra: arrays\n"
                                "Requires-Dist: numpy; extra == 'arrays'\n"
                                "Description-Content-Type: text/markdown\n\n" % version()).encode() + read(HERE, "README.md")
    files[info + "WHEEL"] = ("Wheel-Version: 1.0\nGenerator: slipstick\nRoot-Is-Purelib: false\nTag: %s\n" % label).encode()
    files[info + "licenses/LICENSE"] = read(ROOT, "LICENSE")
    if any(name.startswith("libcjson") for name in found):
        files[info + "licenses/cJSON"] = notice_of_cjson()

    def digest(data):
        return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()

    rows = ["%s,sha256=%s,%d" % (name, digest(data), len(data)) for name, data in files.items()]
    files[info + "RECORD"] = "\n".join(rows + [info + "RECORD,,", ""]).encode()
    wheel = "slipstick-%s-%s.whl" % (version(), label)
    with zipfile.ZipFile(os.path.join(wheel_directory, wheel), "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name)  # without the time: the same files are the same wheel
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, data)
    return wheel


def build_sdist(sdist_directory, config_settings=None):
    raise RuntimeError("a source package of the module alone would lack the engine: install from a checkout")


if __name__ == "__main__":
    print(build_wheel(sys.argv[1]))
