# SPDX-License-Identifier: MIT
"""Makes the wheel for `pip install .`: the module, its types, and the two shared libraries.

It needs nothing but the standard library, CMake and a C compiler. SLIPSTICK_LIBRARY names a libslipstick.so
to take, with the library of the lab beside it, instead of building them.
"""

import base64
import hashlib
import os
import re
import shutil
import subprocess
import sysconfig
import tempfile
import zipfile

import slipstick_headers

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, os.pardir, os.pardir)
MODULES = ("slipstick.py", "_slipstick_library.py", "_slipstick_world.py")
LIBRARIES = "slipstick.libs/"


def version():
    with open(os.path.join(ROOT, "CMakeLists.txt"), encoding="utf-8") as file:
        return re.search(r"project\(slipstick VERSION ([0-9.]+)", file.read()).group(1)


def shared_library(folder):
    given = os.environ.get("SLIPSTICK_LIBRARY")
    if given:
        return given
    subprocess.check_call(["cmake", "-S", ROOT, "-B", folder, "-DCMAKE_BUILD_TYPE=Release", "-DSLIPSTICK_GUI=OFF",
                           "-DSLIPSTICK_TESTS=OFF"] + (["-G", "Ninja"] if shutil.which("ninja") else []))
    subprocess.check_call(["cmake", "--build", folder, "--target", "slipstick_lab_shared", "--parallel"])
    return os.path.join(folder, "libslipstick.so")


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    headers = slipstick_headers.Headers(os.path.join(HERE, os.pardir, "include"))
    files = {"_slipstick_types.py": slipstick_headers.write_types(headers).encode()}
    for name in MODULES:
        with open(os.path.join(HERE, name), "rb") as file:
            files[name] = file.read()
    with tempfile.TemporaryDirectory() as folder:
        core = shared_library(folder)
        for name in ("libslipstick", "libslipstick_lab"):
            with open(os.path.join(os.path.dirname(core), os.path.basename(core).replace("libslipstick", name)), "rb") as file:
                files[LIBRARIES + name + ".so"] = file.read()

    info = "slipstick-%s.dist-info/" % version()
    tag = "py3-none-" + re.sub(r"[-.]", "_", sysconfig.get_platform())
    files[info + "METADATA"] = ("Metadata-Version: 2.1\nName: slipstick\nVersion: %s\nLicense: MIT\n"
                                "Summary: Friction laws, contact problems and worlds of rigid bodies\n"
                                "Requires-Python: >=3.8\nProvides-Extra: arrays\n"
                                "Requires-Dist: numpy; extra == 'arrays'\n" % version()).encode()
    files[info + "WHEEL"] = ("Wheel-Version: 1.0\nGenerator: slipstick\nRoot-Is-Purelib: false\nTag: %s\n" % tag).encode()

    def digest(data):
        return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()

    rows = ["%s,sha256=%s,%d" % (name, digest(data), len(data)) for name, data in files.items()]
    files[info + "RECORD"] = "\n".join(rows + [info + "RECORD,,", ""]).encode()
    wheel = "slipstick-%s-%s.whl" % (version(), tag)
    with zipfile.ZipFile(os.path.join(wheel_directory, wheel), "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return wheel


def build_sdist(sdist_directory, config_settings=None):
    raise RuntimeError("a source package of the module alone would lack the engine: install from a checkout")
