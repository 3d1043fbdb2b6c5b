# SPDX-License-Identifier: MIT
"""The shared libraries of the core and of the lab: found, checked against the headers, and called; refusals and arrays."""

import ctypes
import glob
import os
import sys
from array import array
from ctypes import POINTER, Array, Structure, byref, c_char, c_double, c_int, cast, sizeof

try:
    import numpy
except ImportError:
    numpy = None

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, os.pardir, os.pardir, os.pardir)  # of a checkout


class Error(Exception):
    """A refusal of the engine. `code` is its ssCode, `field` the key or member at fault."""

    def __init__(self, message, field="", code=0):
        super().__init__("%s: %s" % (field, message) if field and not message.startswith(field) else message)
        self.message, self.field, self.code = message, field, code


class LayoutError(ImportError):
    """The shared library was built from other headers than this module."""


def _types():
    """The ctypes declarations: those written at installation, or made now from the headers of the checkout."""
    try:
        from . import _types
        return _types
    except ImportError:
        pass
    import types
    import slipstick_headers
    module = types.ModuleType("slipstick._types")
    source = slipstick_headers.write_types(slipstick_headers.Headers(os.path.join(HERE, os.pardir, os.pardir, "include")))
    exec(compile(source, "slipstick._types", "exec"), module.__dict__)
    sys.modules["slipstick._types"] = module  # where pickle finds the types again
    return module


def _candidates():
    """Where the shared library may be, the best first."""
    given = os.environ.get("SLIPSTICK_LIBRARY")
    if given:
        return [given]
    suffix = {"darwin": "*.dylib"}.get(sys.platform, ".so*")
    beside = sorted(glob.glob(os.path.join(HERE, "lib", "libslipstick" + suffix)))
    built = glob.glob(os.path.join(ROOT, "build", "*", "libslipstick" + suffix))
    return beside + sorted(built, key=os.path.getmtime, reverse=True) + ["libslipstick.so.0"]


def _check_layout(library, types):
    """Compares sizes, offsets, values and signatures with those that the library was compiled with."""
    rows = types.FUNCTIONS["ssLayout"]
    library.ssLayout.restype, library.ssLayout.argtypes = rows[1], rows[2]
    count = c_int()
    table = library.ssLayout(byref(count))
    if count.value == 0:
        raise LayoutError("%s was built without a layout: build it where Python 3 is installed" % library._name)
    for i in range(count.value):
        row = table[i]
        name = row.name.decode()
        owner, _, member = name.partition(".")
        if member:
            field = getattr(types.STRUCTS.get(owner), member, None)
            same = field is not None and (field.offset, field.size) == (row.offset, row.size)
        elif name in types.STRUCTS:
            same = sizeof(types.STRUCTS[name]) == row.size
        elif name in types.FUNCTIONS:
            same = types.FUNCTIONS[name][0] == row.offset
        else:
            same = getattr(types, name, None) == ctypes.c_ssize_t(row.offset).value
        if not same:
            raise LayoutError("%s was built from other headers than this module: %s differs" % (library._name, name))


class _Library:
    """The functions of the libraries under their C names, and the types, constants and enum values of its headers."""

    def __init__(self, library, types):
        self._library, self._types = library, types

    def __getattr__(self, name):
        row = self._types.FUNCTIONS.get(name)
        if row is None:
            return getattr(self._types, name)
        function = getattr(self._library, name)
        function.restype, function.argtypes = row[1], row[2]
        setattr(self, name, function)
        return function


def _load_beside(path, name):
    """The library that lies beside the core. It asks for the core by its name, and gets the one that is loaded already."""
    folder, core = os.path.split(path)
    return ctypes.CDLL(os.path.join(folder, core.replace("libslipstick", name, 1)))


def _use_hdf5(path):
    """Lets the engine read HDF5 files, where the library for them lies beside it; without it, it refuses them."""
    try:
        _load_beside(path, "libslipstick_hdf5").ssUseHdf5()
    except (OSError, AttributeError):
        pass


def _load():
    types = _types()
    tried = []
    for path in _candidates():
        try:
            core = ctypes.CDLL(path)
            library = _load_beside(path, "libslipstick_lab")  # and what it links: the functions of the core are found in it
        except OSError as problem:
            tried.append(str(problem))
            continue
        _check_layout(core, types)
        _use_hdf5(path)
        return _Library(library, types)
    raise ImportError("libslipstick or libslipstick_lab was not found. Build the target slipstick_lab_shared, install the library, or name its "
                      "file in SLIPSTICK_LIBRARY.\n" + "\n".join(tried))


lib = _load()


def version():
    """The version of the library."""
    return lib.ssVersion().decode()


def check(result):
    """Raises the refusal of the engine as an Error."""
    if result.code != lib.ss_ok:
        raise Error(result.message.decode(), result.field.decode(), result.code)


def to_text(value):
    return value.decode() if value is not None else ""


def to_bytes(value):
    return value.encode() if isinstance(value, str) else bytes(value)


class Unique:
    """What holds an object of the engine that cannot be made again from here: a copy would free it twice."""

    def __reduce_ex__(self, protocol):
        raise TypeError("a %s cannot be copied or pickled: %s" % (type(self).__name__, self._instead))


def to_struct(kind, value, field=""):
    """A C struct or array of so many numbers as it has: one too few would be taken as zero."""
    count = kind._length_ if issubclass(kind, Array) else len(kind._fields_)
    try:
        numbers = tuple(value)
        if len(numbers) == count:
            return kind(*numbers)
    except TypeError:
        pass
    raise Error("%r is not of the type of this member; expected %d numbers" % (value, count), field, lib.ss_errorValue)


def to_vector(value):
    return to_struct(lib.ssVec3, value)


def to_tuple(value):
    return tuple(getattr(value, name) for name, _ in value._fields_)


def set_members(definition, values):
    """Fills members of a C struct from keywords; vectors are triples."""
    known = dict(definition._fields_)
    for key, value in values.items():
        if key not in known:
            raise Error("there is no such member; there are %s" % ", ".join(sorted(known)), key, lib.ss_errorUnknown)
        kind = known[key]
        if isinstance(value, str):
            value = value.encode()
        elif isinstance(value, dict):
            inner = getattr(definition, key)
            set_members(inner, value)
            value = inner
        elif hasattr(value, "__iter__") and not isinstance(value, bytes) and issubclass(kind, (Structure, Array)):
            value = to_struct(kind, value, key)
        try:
            setattr(definition, key, value)
        except TypeError as problem:
            raise Error("%r is not of the type of this member (%s)" % (value, problem), key, lib.ss_errorValue) from None
    return definition


# ----------------------------------------------------------------------------------------------------------- arrays


def zeros(*shape):
    if numpy is not None:
        return numpy.zeros(shape)
    count = 1
    for length in shape:
        count *= length
    return array("d", bytes(8 * count))


def pointer_to(numbers):
    if numpy is not None and isinstance(numbers, numpy.ndarray):
        return numbers.ctypes.data_as(POINTER(c_double))
    return cast((c_double * len(numbers)).from_buffer(numbers), POINTER(c_double))


def to_numbers(values):
    """Any sequence of numbers as a contiguous array of doubles."""
    if numpy is not None:
        return numpy.ascontiguousarray(values, dtype=float)
    if isinstance(values, array) and values.typecode == "d":
        return values
    return array("d", [number for row in values for number in (row if hasattr(row, "__iter__") else (row,))])


def view_of(owner, pointer, shape, strides=None):
    """Numbers of the engine in place: a read-only NumPy view that keeps `owner` alive, or nested lists as a copy."""
    count = 1
    for length in shape:
        count *= length
    if strides is None:
        strides = [8] * len(shape)
        for i in range(len(shape) - 2, -1, -1):
            strides[i] = strides[i + 1] * shape[i + 1]
    if numpy is not None:
        extent = sum((length - 1) * stride for length, stride in zip(shape, strides)) + 8 if count else 0
        buffer = (c_char * extent).from_address(ctypes.addressof(pointer.contents)) if count else b""
        if count:
            buffer.owner = owner
        view = numpy.ndarray(shape, dtype=float, buffer=buffer, strides=strides)
        view.flags.writeable = False
        return view

    def rows(address, level):
        if level == len(shape):
            return c_double.from_address(address).value
        return [rows(address + i * strides[level], level + 1) for i in range(shape[level])]

    return rows(ctypes.addressof(pointer.contents), 0) if count else []
