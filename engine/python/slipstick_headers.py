# SPDX-License-Identifier: MIT
"""Reads the public headers of the engine: constants, enums, structs, function types and functions.

The headers are plain C17 in one style, so a small reader of declarations is enough. What it does not understand it
refuses, with the declaration.

    python3 slipstick_headers.py types INCLUDE_DIR OUTPUT     writes the module slipstick/_types.py
    python3 slipstick_headers.py layout INCLUDE_DIR OUTPUT    writes the C source of ssLayout
"""

import os
import re
import sys
import zlib

MAIN = ("slipstick/lab/lab.h", "slipstick/advanced/advanced.h")
BASIC = {
    "void": None, "bool": "c_bool", "char": "c_char", "int": "c_int", "unsigned": "c_uint", "double": "c_double",
    "float": "c_float", "size_t": "c_size_t", "int32_t": "c_int32", "uint32_t": "c_uint32", "int64_t": "c_int64",
    "uint64_t": "c_uint64", "uint8_t": "c_uint8", "uint16_t": "c_uint16",
}


class Refused(Exception):
    pass


class Headers:
    """All declarations of the headers in `MAIN` and of those that they include, in their order."""

    def __init__(self, folder):
        self.folder = folder
        self.constants = {}  # name: number
        self.enums = {}      # type: [(name, value)]
        self.structs = {}    # type: [Field] or None while it is only declared
        self.callbacks = {}  # type: (result, [types])
        self.functions = {}  # name: (result, [types])
        self.seen = set()
        for path in MAIN:
            self.read(path)

    def read(self, path):
        if path in self.seen:
            return
        self.seen.add(path)
        with open(os.path.join(self.folder, path), encoding="utf-8") as file:
            text = file.read()
        text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
        text = re.sub(r"//[^\n]*", "", text)
        text = text.replace("\\\n", " ")
        text = re.sub(r"\bunsigned char\b", "uint8_t", text)
        code = []
        for line in text.split("\n"):
            if line.lstrip().startswith("#"):
                self.directive(line)
            else:
                code.append(line)
        for declaration in split_declarations("\n".join(code)):
            self.declare(declaration)

    def directive(self, line):
        included = re.match(r'\s*#\s*include\s+"(slipstick/[^"]+)"', line)
        if included:
            self.read(included.group(1))
        constant = re.match(r"\s*#\s*define\s+(SS_\w+)\s+(\S+)\s*$", line)
        if constant:
            value = self.number(constant.group(2))
            if value is not None:
                self.constants[constant.group(1)] = value

    def number(self, text):
        """The value of an integer expression of numbers and known names; None where it is none."""
        names = re.sub(r"\b(0x[0-9a-fA-F]+|\d+)[uUlL]*\b", r"\1", text)
        known = dict(self.constants)
        for rows in self.enums.values():
            known.update(rows)
        try:
            return int(eval(names, {"__builtins__": {}}, known)) if "." not in names and '"' not in names else None
        except Exception:
            return None

    def declare(self, text):
        text = " ".join(text.split())
        text = re.sub(r"\bSS_(PRINTF|FORMAT_ARGUMENT)\s*\([^)]*\)", "", text).strip()
        if not text or text.startswith("static inline") or re.match(r'extern ("C" )?const ', text):
            return
        api = re.match(r"(?:extern )?SS_API\w*\s+(?:SS_CHECKED\s+)?(.*);$", text)
        if api:
            self.function(api.group(1))
        elif re.match(r"(typedef )?enum ", text):
            self.enum(text)
        elif re.match(r"(typedef )?struct ", text):
            self.struct(text)
        elif text.startswith("typedef "):
            self.callback(text)
        else:
            raise Refused("cannot read: " + text[:200])

    def function(self, text):
        match = re.match(r"(.*?)(\bss\w+)\s*\((.*)\)$", text)
        if match is None:
            return  # a table of the library, which is not a function
        if "..." in match.group(3):
            return
        self.functions[match.group(2)] = (self.type(match.group(1)), self.arguments(match.group(3)))

    def callback(self, text):
        match = re.match(r"typedef (.*?)(\bss\w+)\s*\((.*)\);$", text)
        if match is None:
            raise Refused("cannot read: " + text[:200])
        self.callbacks[match.group(2)] = (self.type(match.group(1)), self.arguments(match.group(3)))

    def enum(self, text):
        match = re.match(r"(?:typedef )?enum (\w*) ?\{(.*)\} ?(\w*);$", text)
        if match is None:
            raise Refused("cannot read: " + text[:200])
        rows, value = [], -1
        self.enums[match.group(1) or "enum %d" % len(self.enums)] = rows
        for item in filter(None, (part.strip() for part in match.group(2).split(","))):
            name, _, given = item.partition("=")
            value = self.number(given.strip()) if given else value + 1
            if value is None:
                raise Refused("cannot read the value of " + item)
            rows.append((name.strip(), value))

    def struct(self, text):
        forward = re.match(r"(?:typedef )?struct (\w+)(?: \w+)?;$", text)
        if forward:
            self.structs.setdefault(forward.group(1), None)
            return
        match = re.match(r"(?:typedef )?struct (\w+) ?\{(.*)\} ?(\w*);$", text)
        if match is None:
            raise Refused("cannot read: " + text[:200])
        self.structs[match.group(1)] = self.fields(match.group(2), match.group(1))

    def fields(self, body, owner):
        fields = []
        for part in split_declarations(body):
            part = " ".join(part.split()).rstrip(";").strip()
            inner = re.match(r"(struct|union) ?\{(.*)\} ?(.*)$", part)
            if inner:
                name, lengths = self.declarator(inner.group(3))
                kind = "%s_%s" % (owner, name or inner.group(1) + str(len(fields)))
                fields.append((name, (inner.group(1), kind, self.fields(inner.group(2), kind)), lengths))
                continue
            pointer = re.match(r"(.*?)\( ?\* ?(\w+) ?\) ?\((.*)\)$", part)
            if pointer:
                fields.append((pointer.group(2), ("function", self.type(pointer.group(1)),
                                                  self.arguments(pointer.group(3))), []))
                continue
            first, *others = [piece.strip() for piece in part.split(",")]
            base = re.match(r"((?:const |struct )*\w+)(.*)$", first)
            for piece in [base.group(2).strip()] + others:
                stars = re.match(r"((?:\*|const|\s)*)(.*)$", piece)
                name, lengths = self.declarator(stars.group(2))
                fields.append((name, self.type(base.group(1) + stars.group(1)), lengths))
        return fields

    def declarator(self, text):
        name = re.match(r"\w*", text).group(0)
        lengths = []
        for length in re.findall(r"\[([^\]]*)\]", text):
            value = self.number(length.strip())
            if value is None:
                raise Refused("cannot read the length of " + text)
            lengths.append(value)
        return name, lengths

    def arguments(self, text):
        text = text.strip()
        if text in ("", "void"):
            return []
        types = []
        for part in split_commas(text):
            pointer = re.match(r"(.*?)\( ?\* ?\w* ?\) ?\((.*)\)$", part)
            if pointer:
                types.append(("function", self.type(pointer.group(1)), self.arguments(pointer.group(2))))
                continue
            rows = re.match(r"(.*?)\( ?\* ?\w* ?\) ?\[(.*)\]$", part)
            if rows:
                types.append(("rows", self.type(rows.group(1)), self.number(rows.group(2))))
                continue
            stars = part.count("[")
            part = re.sub(r"\[[^\]]*\]", "", part).strip()
            match = re.match(r"((?:const |struct )*\w+(?:\s*\*|\s*const\b)*)\s*(\w*)$", part)
            if match is None:
                raise Refused("cannot read the argument " + part)
            types.append(self.type(match.group(1) + "*" * stars))
        return types

    def type(self, text):
        """("name", stars); a pointer to constant characters is a text of its own."""
        const = bool(re.match(r"\s*const char\b", text))
        stars = text.count("*")
        name = re.sub(r"\b(const|struct)\b|\*", " ", text).split()
        if len(name) != 1:
            raise Refused("cannot read the type " + text)
        if name[0] == "char" and const and stars:
            return ("text", stars - 1)
        return (name[0], stars)


def split_declarations(text):
    """Cuts at semicolons and after function bodies outside of braces."""
    parts, start, depth = [], 0, 0
    for i, c in enumerate(text):
        depth += (c == "{") - (c == "}")
        body = c == "}" and depth == 0 and text[start:i].lstrip().startswith("static inline")
        if (c == ";" and depth == 0) or body:
            parts.append(text[start:i + 1])
            start = i + 1
    return parts


def split_commas(text):
    parts, depth, start = [], 0, 0
    for i, c in enumerate(text + ","):
        depth += (c == "(") - (c == ")")
        if c == "," and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
    return parts


# ------------------------------------------------------------------------------------------------------------- Python


def python_type(headers, kind):
    if kind[0] == "function":
        return "F(%s)" % ", ".join(python_type(headers, each) for each in [kind[1]] + kind[2])
    if kind[0] == "rows":
        return "P(%s * %d)" % (python_type(headers, kind[1]), kind[2])
    name, stars = kind
    if name == "text":
        text = "c_char_p"
    elif name in headers.callbacks and stars:
        text, stars = name, stars - 1
    elif name in headers.enums:
        text = "c_int"
    elif name in BASIC:
        text = BASIC[name]
        if text is None:
            text, stars = ("c_void_p", stars - 1) if stars else ("None", 0)
    elif name in headers.structs:
        text = name
    else:
        text, stars = "c_void_p", max(stars - 1, 0)  # a type of the library alone
    for _ in range(stars):
        text = "P(%s)" % text
    return text


def python_fields(headers, name, fields, lines):
    rows, anonymous = [], []
    for field, kind, lengths in fields:
        if kind[0] in ("struct", "union"):
            base = "Structure" if kind[0] == "struct" else "Union"
            lines.append('%s = type("%s", (%s,), {})' % (kind[1], kind[1], base))
            python_fields(headers, kind[1], kind[2], lines)
            text = kind[1]
            if not field:
                field = "_" + kind[1]
                anonymous.append(field)
        else:
            text = python_type(headers, kind)
        for length in reversed(lengths):
            text += " * %d" % length
        rows.append('("%s", %s)' % (field, text))
    if anonymous:
        lines.append("%s._anonymous_ = %r" % (name, tuple(anonymous)))
    lines.append("%s._fields_ = [%s]" % (name, ", ".join(rows)))


def ordered_structs(headers):
    """A struct that contains another by value comes after it."""
    order, done = [], set()

    def visit(name):
        if name in done or headers.structs.get(name) is None:
            return
        done.add(name)

        def inside(fields):
            for _, kind, _ in fields:
                if kind[0] in ("struct", "union"):
                    inside(kind[2])
                elif kind[0] != "function" and kind[1] == 0:
                    visit(kind[0])

        inside(headers.structs[name])
        order.append(name)

    for name in headers.structs:
        visit(name)
    return order


def signature(headers, name):
    result, arguments = headers.functions[name]
    return zlib.crc32(", ".join(python_type(headers, each) for each in [result] + arguments).encode())


def write_types(headers):
    lines = ["# SPDX-License-Identifier: MIT",
             "# Made by slipstick_headers.py from the public headers: do not edit.",
             '"""The types and functions of libslipstick as ctypes sees them."""',
             "",
             "from ctypes import *",
             "",
             "P, F = POINTER, CFUNCTYPE",
             ""]
    for name, value in headers.constants.items():
        lines.append("%s = %d" % (name, value))
    for rows in headers.enums.values():
        lines.append("")
        lines.append(", ".join(each[0] for each in rows) + " = " + ", ".join(str(each[1]) for each in rows))
    lines += ["", "STRUCTS = {}", "for _name in ("]
    lines += ['    "%s",' % name for name in headers.structs]
    lines += ["):", "    STRUCTS[_name] = type(_name, (Structure,), {})", "globals().update(STRUCTS)", ""]
    for name, (result, arguments) in headers.callbacks.items():
        lines.append("%s = F(%s)" % (name, ", ".join(python_type(headers, each) for each in [result] + arguments)))
    lines.append("")
    for name in ordered_structs(headers):
        python_fields(headers, name, headers.structs[name], lines)
    lines += ["", "# name: (checksum of its types, result, arguments)", "FUNCTIONS = {"]
    for name, (result, arguments) in headers.functions.items():
        types = ", ".join(python_type(headers, each) for each in arguments)
        lines.append('    "%s": (%d, %s, (%s)),' % (name, signature(headers, name), python_type(headers, result),
                                                  types + "," if types else ""))
    lines.append("}")
    return "\n".join(lines) + "\n"


# ------------------------------------------------------------------------------------------------------------------ C


def write_layout(headers):
    lines = ["// Made by engine/python/slipstick_headers.py from the public headers."]
    lines += ['#include "%s"' % path for path in MAIN]
    lines += ["", "#include <stddef.h>", "",
              "const ssLayoutRow ss_layoutRows[] = {"]
    for name in ordered_structs(headers):
        lines.append('    { "%s", 0, sizeof( %s ) },' % (name, name))
        for field, kind, _ in headers.structs[name]:
            if field:
                lines.append('    { "%s.%s", offsetof( %s, %s ), sizeof( ( (%s*)0 )->%s ) },'
                             % (name, field, name, field, name, field))
            else:
                lines += ['    { "%s.%s", offsetof( %s, %s ), sizeof( ( (%s*)0 )->%s ) },'
                          % (name, inner, name, inner, name, inner) for inner, _, _ in kind[2]]
    for rows in headers.enums.values():
        lines += ['    { "%s", (size_t)%s, 0 },' % (name, name) for name, _ in rows]
    lines += ['    { "%s", %du, 0 },' % (name, signature(headers, name)) for name in headers.functions]
    lines += ["};", "const int ss_layoutRowCount = SS_COUNT( ss_layoutRows );"]
    return "\n".join(lines) + "\n"


def main(arguments):
    if len(arguments) != 3 or arguments[0] not in ("types", "layout"):
        sys.exit(__doc__)
    try:
        headers = Headers(arguments[1])
    except Refused as refusal:
        sys.exit("slipstick_headers.py: %s" % refusal)
    text = write_types(headers) if arguments[0] == "types" else write_layout(headers)
    if os.path.exists(arguments[2]):
        with open(arguments[2], encoding="utf-8") as file:
            if file.read() == text:
                return
    with open(arguments[2], "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    main(sys.argv[1:])
