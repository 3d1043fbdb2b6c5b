#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write a C interface to Dear ImGui from the imgui.h that is installed on this machine.

    gen_cimgui.py --cxx c++ --imgui /usr/include/imgui --out DIR

The names and signatures are those of cimgui, so that the real cimgui can replace this one. The output is
    DIR/cimgui.h       types, enums and functions, readable as C17
    DIR/cimgui_impl.h  the SDL2 and OpenGL3 backends
    DIR/cimgui.cpp     the forwarding functions, and static assertions that every C struct has the layout of its
                       C++ twin: if this script misreads a header, the result does not compile, and never
                       corrupts memory.

It reads the preprocessed header, cuts it into declarations and translates them one by one. It understands only
the C++ that imgui.h uses: plain structs, enums, namespaces, references, overloads, ImVector<T>.
"""
import argparse
import dataclasses
import os
import re
import subprocess
import sys

# C++ overloads need different names in C. These are the suffixes that cimgui gives them, in the order of imgui.h.
# A name with a single suffix has its other overload in imgui_internal.h.
OVERLOADS = {
    'BeginChild': 'Str ID', 'SetWindowPos': 'Vec2 Str', 'SetWindowSize': 'Vec2 Str',
    'SetWindowCollapsed': 'Bool Str', 'SetWindowFocus': 'Nil Str', 'PushStyleColor': 'U32 Vec4',
    'PushStyleVar': 'Float Vec2', 'GetColorU32': 'Col Vec4 U32', 'PushID': 'Str StrStr Ptr Int',
    'GetID': 'Str StrStr Ptr', 'CheckboxFlags': 'IntPtr UintPtr', 'RadioButton': 'Bool IntPtr',
    'Combo': 'Str_arr Str FnBoolPtr', 'ListBox': 'Str_arr FnBoolPtr', 'TreeNode': 'Str StrStr Ptr',
    'TreeNodeV': 'Str Ptr', 'TreeNodeEx': 'Str StrStr Ptr', 'TreeNodeExV': 'Str Ptr', 'TreePush': 'Str Ptr',
    'CollapsingHeader': 'TreeNodeFlags BoolPtr', 'Selectable': 'Bool BoolPtr',
    'PlotLines': 'FloatPtr FnFloatPtr', 'PlotHistogram': 'FloatPtr FnFloatPtr',
    'Value': 'Bool Int Uint Float', 'MenuItem': 'Bool BoolPtr', 'OpenPopup': 'Str ID',
    'IsRectVisible': 'Nil Vec2',
    'SetScrollX': 'Float', 'SetScrollY': 'Float', 'SetScrollFromPosX': 'Float', 'SetScrollFromPosY': 'Float',
    'IsPopupOpen': 'Str', 'TableGetColumnName': 'Int', 'GetForegroundDrawList': 'Nil',
    'GetBackgroundDrawList': 'Nil', 'MarkIniSettingsDirty': 'Nil',
    'ImDrawList::AddText': 'Vec2 FontPtr', 'ImColor::ImColor': 'Nil Int U32 Float Vec4',
    'ImVec2::ImVec2': 'Nil Float', 'ImVec4::ImVec4': 'Nil Float',
    'ImGuiTextRange::ImGuiTextRange': 'Nil Str', 'ImGuiStoragePair::ImGuiStoragePair': 'Int Float Ptr',
}

# cimgui takes these small types by value where C++ has a const reference, and returns them through pOut.
VALUE_TYPES = ('ImVec2', 'ImVec4', 'ImColor')

# Templates and helpers of the header that C cannot express.
NOT_IN_C = ('ImNewWrapper', 'ImVector')

# What the window needs of imgui_internal.h, under the names of cimgui: to press a widget with a key.
INTERNAL = (
    ('ImGuiID igGetItemID(void)', 'return ImGui::GetItemID();'),
    ('void igActivateItem(ImGuiID id)', 'ImGui::ActivateItem(id);'),
)

BACKENDS = (
    'bool ImGui_ImplSDL2_InitForOpenGL(SDL_Window* window, void* sdl_gl_context)',
    'void ImGui_ImplSDL2_Shutdown(void)',
    'void ImGui_ImplSDL2_NewFrame(void)',
    'bool ImGui_ImplSDL2_ProcessEvent(const SDL_Event* event)',
    'bool ImGui_ImplOpenGL3_Init(const char* glsl_version)',
    'void ImGui_ImplOpenGL3_Shutdown(void)',
    'void ImGui_ImplOpenGL3_NewFrame(void)',
    'void ImGui_ImplOpenGL3_RenderDrawData(ImDrawData* draw_data)',
    'bool ImGui_ImplOpenGL3_CreateFontsTexture(void)',
    'void ImGui_ImplOpenGL3_DestroyFontsTexture(void)',
    'bool ImGui_ImplOpenGL3_CreateDeviceObjects(void)',
    'void ImGui_ImplOpenGL3_DestroyDeviceObjects(void)',
)

@dataclasses.dataclass
class Argument:
    """One parameter: its C declaration, and the C++ expression that passes it on."""
    name: str
    declaration: str
    call: str

@dataclasses.dataclass
class Function:
    """One C++ function; scope is its struct, or '' for the namespace ImGui."""
    scope: str
    returns: str
    name: str
    arguments: list
    static: bool

@dataclasses.dataclass
class Api:
    """What the header declares, in the same order."""
    version: str
    names: list = dataclasses.field(default_factory=list)       # every struct, including opaque ones
    typedefs: list = dataclasses.field(default_factory=list)
    enums: list = dataclasses.field(default_factory=list)       # (name, text between the braces)
    structs: list = dataclasses.field(default_factory=list)     # (name, [field, ...])
    nested: dict = dataclasses.field(default_factory=dict)      # struct -> the struct it is declared in
    functions: list = dataclasses.field(default_factory=list)
    vectors: dict = dataclasses.field(default_factory=dict)     # suffix of ImVector_ -> element type

def fail(message):
    """Exit with one line that says what went wrong."""
    sys.exit('gen_cimgui.py: ' + message)

# ---------------------------------------------------------------------------------------------- reading text

def preprocess(compiler, folder, *definitions):
    """Return imgui.h itself after preprocessing, without the headers it includes, as one line with single spaces."""
    command = [*compiler.split(), '-E', '-x', 'c++', '-std=c++11', '-DIMGUI_API=', *definitions,
               '-I' + folder, os.path.join(folder, 'imgui.h')]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        fail(f'{" ".join(command)} failed:\n{run.stderr}')
    lines, inside = [], False
    for line in run.stdout.splitlines():
        marker = re.match(r'#\s*\d+\s+"([^"]*)"', line)
        if marker:
            inside = os.path.basename(marker.group(1)) == 'imgui.h'
        elif inside and not line.startswith('#'):
            lines.append(line)
    text = re.sub(r'__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)', '', '\n'.join(lines))
    return re.sub(r'\s+', ' ', text)

def skip_literal(text, i):
    """Return the index just past the string or character literal that begins at i."""
    quote, i = text[i], i + 1
    while text[i] != quote:
        i += 2 if text[i] == '\\' else 1
    return i + 1

def skip_bracket(text, i):
    """Return the index just past the bracket that closes the one at i."""
    opening = text[i]
    closing = {'(': ')', '{': '}'}[opening]
    depth = 0
    while i < len(text):
        if text[i] in '"\'':
            i = skip_literal(text, i)
            continue
        depth += (text[i] == opening) - (text[i] == closing)
        i += 1
        if depth == 0:
            return i
    return fail('no closing ' + closing)

def declarations(text):
    """Cut a scope into pairs (head, body); the body is None when the declaration ends in a semicolon."""
    i = start = 0
    while i < len(text):
        if text[i] in '"\'':
            i = skip_literal(text, i)
        elif text[i] == '(':
            i = skip_bracket(text, i)
        elif text[i] == ';':
            yield text[start:i].strip(), None
            i = start = i + 1
        elif text[i] == '{':
            end = skip_bracket(text, i)
            yield text[start:i].strip(), text[i + 1:end - 1].strip()
            i = start = end
        else:
            i += 1

def split_commas(text):
    """Split at the commas that are not inside brackets."""
    parts, depth, start = [], 0, 0
    for i, char in enumerate(text):
        depth += (char in '([{<') - (char in ')]}>')
        if char == ',' and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
    parts.append(text[start:].strip())
    return [part for part in parts if part]

# ------------------------------------------------------------------------------------------- reading the API

def c_type(api, text):
    """Turn ImVector<T> into the struct ImVector_T and record it in the API; other types stay as they are."""
    def name_vector(match):
        element = match.group(1).strip()
        suffix = re.sub(r'\b(const|unsigned)\b', '', element).replace('*', 'Ptr').replace(' ', '')
        api.vectors.setdefault(suffix, element)
        return f'ImVector_{suffix} '
    return re.sub(r'ImVector<([^<>]+)>\s*', name_vector, text).strip()

def read_argument(api, text):
    """Translate one C++ parameter; C has no default values and no references."""
    text = re.split(r'(?<![<>=!])=(?!=)', text, maxsplit=1)[0].strip()
    if text == '...':
        return Argument('...', '...', '...')
    callback = re.match(r'(.*?)\(\s*\*\s*(\w+)\s*\)\s*(\(.*\))$', text)
    if callback:
        returns, name, parameters = callback.groups()
        return Argument(name, f'{returns.strip()}(*{name}){parameters}', name)
    plain = re.match(r'(.*?)(\w+)\s*((?:\[[^\]]*\])*)$', text)
    if not plain:
        fail(f'cannot read the parameter "{text}"')
    kind, name, extent = plain.groups()
    kind, call = re.sub(r'\s*([*&])', r'\1', kind.strip()), name
    if kind.endswith('&'):
        kind = kind[:-1]
        if kind not in ['const ' + value for value in VALUE_TYPES]:
            kind, call = kind + '*', '*' + name
    return Argument(name, f'{c_type(api, kind)} {name}{extent}', call)

def read_function(api, scope, head):
    """Return the function that head declares, or None when it declares something else."""
    static = not scope or head.startswith('static ')
    head = re.sub(r'^(?:(?:static|inline|explicit|virtual) )+', '', head)
    match = re.match(r'(.*?)(~?\w+)\s*\(', head)
    if not match or 'operator' in match.group(0):
        return None
    opening = match.end() - 1
    inner = head[opening + 1:skip_bracket(head, opening) - 1].strip()
    if inner.startswith('*'):
        return None                                       # a field that is a pointer to a function
    parameters = [] if inner in ('', 'void') else split_commas(inner)
    return Function(scope, match.group(1).strip(), match.group(2),
                    [read_argument(api, text) for text in parameters], static)

def read_struct(api, name, body):
    """Record the fields and methods of a struct and of the structs inside it."""
    fields = []
    for head, inner in declarations(body):
        if not head or head.startswith(('typedef ', 'friend ', 'template', '~')):
            continue
        compound = re.match(r'(struct|union)\s*(\w*)$', head)
        if compound and inner is not None:
            if compound.group(2):
                api.nested[compound.group(2)] = name
                api.names.append(compound.group(2))
                read_struct(api, compound.group(2), inner)
            else:
                fields.append(f'{compound.group(1)} {{ {inner} }}')
            continue
        function = read_function(api, name, head)
        if function:
            api.functions.append(function)
        elif 'operator' not in head and not head.startswith('static '):
            field = re.sub(r'\s*=\s*[^,]+', '', head)      # C has no default member values
            fields.append(c_type(api, re.sub(r'^mutable ', '', field)))
    api.structs.append((name, fields))

def read_types(api, text):
    """Record all types of the header and the methods of its structs."""
    for head, body in declarations(text):
        if head.startswith('typedef '):
            api.typedefs.append(head)
            continue
        enum = re.match(r'enum (\w+)(?: : \w+)?$', head)
        struct = re.match(r'struct (\w+)$', head)
        if enum and body is not None:
            api.enums.append((enum.group(1), body))
        elif struct and struct.group(1) not in NOT_IN_C:
            api.names.append(struct.group(1))
            if body is not None:
                read_struct(api, struct.group(1), body)

def read_namespace(api, text):
    """Record the functions of the namespace ImGui."""
    for head, body in declarations(text):
        if head == 'namespace ImGui':
            for inner, _ in declarations(body):
                if inner and not inner.startswith(('template', 'typedef ')):
                    function = read_function(api, '', inner)
                    if function:
                        api.functions.append(function)

def read_api(compiler, folder):
    """Read imgui.h twice. The library was built with the obsolete struct members, so the types come from the
    header as it is; the functions come from the header without obsolete ones, as in cimgui."""
    with open(os.path.join(folder, 'imgui.h'), encoding='utf-8') as file:
        version = re.search(r'#define IMGUI_VERSION\s+"([^"]+)"', file.read())
    if not version:
        fail('imgui.h has no IMGUI_VERSION')
    api, current = Api(version.group(1)), Api(version.group(1))
    read_types(api, preprocess(compiler, folder))
    text = preprocess(compiler, folder, '-DIMGUI_DISABLE_OBSOLETE_FUNCTIONS')
    read_types(current, text)
    read_namespace(current, text)
    api.functions = current.functions
    api.vectors.update(current.vectors)
    return api

# --------------------------------------------------------------------------------------------- writing files

def c_names(functions):
    """Yield the C name of each function."""
    def key(function):
        return f'{function.scope}::{function.name}' if function.scope else function.name
    count, used = {}, {}
    for function in functions:
        count[key(function)] = count.get(key(function), 0) + 1
    for function in functions:
        k = key(function)
        index = used[k] = used.get(k, -1) + 1
        suffixes = OVERLOADS.get(k, '').split()
        if count[k] > 1 and len(suffixes) != count[k]:
            suffixes = [str(i) for i in range(count[k])]
            if index == 0:
                print(f'gen_cimgui.py: note: the overloads of {k} get numbered names', file=sys.stderr)
        name = f'{function.scope}_{function.name}' if function.scope else 'ig' + function.name
        yield name + (f'_{suffixes[index]}' if suffixes else '')

def forward(api, function, name):
    """Return the C signature of a function and the C++ body that calls it."""
    variadic = bool(function.arguments) and function.arguments[-1].name == '...'
    fixed = function.arguments[:-1] if variadic else function.arguments
    parameters = [argument.declaration for argument in fixed]
    call = ', '.join(argument.call for argument in fixed)
    constructor = function.scope and function.name == function.scope
    method = function.scope and not function.static and not constructor
    if method:
        parameters.insert(0, f'{function.scope}* self')
        target = 'self->' + function.name
    else:
        target = f'{function.scope or "::ImGui"}::{function.name}'

    returns, before = re.sub(r'\s*([*&])', r'\1', c_type(api, function.returns)), ''
    if constructor:
        returns = function.scope + '*'
    elif returns in VALUE_TYPES:
        parameters.insert(0, f'{returns}* pOut')
        returns, before = 'void', '*pOut = '
    elif returns.endswith('&'):
        returns, before = returns[:-1] + '*', 'return &'
    elif returns != 'void':
        before = 'return '

    if constructor:
        body = f'return IM_NEW({function.scope})({call});'
    elif variadic:
        # Every variadic function has a twin that takes a va_list, called nameV in the namespace and namev in a struct.
        twin = f'{target}{"v" if method else "V"}({call}, list)'
        result = ('', '') if returns == 'void' else (f'{returns} result = ', ' return result;')
        body = f'va_list list; va_start(list, {fixed[-1].name}); {result[0]}{twin}; va_end(list);{result[1]}'
    else:
        body = f'{before}{target}({call});'
    if variadic:
        parameters.append('...')
    return f'{returns} {name}({", ".join(parameters) or "void"})', body

def forwards(api):
    """Return all (signature, body) pairs of the API, with the destroy functions that cimgui adds."""
    result, destroyed = [], set()
    for function, name in zip(api.functions, c_names(api.functions)):
        if function.name.startswith('~'):
            continue
        result.append(forward(api, function, name))
        scope = function.scope
        if function.name == scope and scope not in destroyed:
            destroyed.add(scope)
            result.append((f'void {scope}_destroy({scope}* self)', 'IM_DELETE(self);'))
    if 'ImWchar' in api.vectors:                          # filled by ImFontGlyphRangesBuilder_BuildRanges
        vector = 'ImVector_ImWchar'
        result.append((f'{vector}* {vector}_create(void)', 'return IM_NEW(ImVector<ImWchar>)();'))
        result.append((f'void {vector}_destroy({vector}* self)', 'IM_DELETE(self);'))
    return result + list(INTERNAL)

def header_text(api, signatures):
    """Return the text of cimgui.h."""
    lines = [
        f'/* Generated by gen_cimgui.py from imgui.h {api.version}: do not edit. The names are those of cimgui. */',
        '#ifndef CIMGUI_INCLUDED', '#define CIMGUI_INCLUDED',
        '#include <stdarg.h>', '#include <stddef.h>', '#include <stdint.h>',
        f'#define CIMGUI_GENERATED_FROM "{api.version}"',
        '#ifdef __cplusplus', '#define CIMGUI_API extern "C"',
        '#else', '#include <stdbool.h>', '#define CIMGUI_API extern', '#endif',
        '#ifdef CIMGUI_DEFINE_ENUMS_AND_STRUCTS']
    # "struct X;" comes first: inside a C++ namespace it declares a new X, where the typedef alone would find imgui's.
    lines += [f'struct {name}; typedef struct {name} {name};' for name in dict.fromkeys(api.names)]
    lines += [f'{typedef};' for typedef in api.typedefs]
    lines += [f'typedef struct ImVector_{suffix} {{ int Size; int Capacity; {element}* Data; }} ImVector_{suffix};'
              for suffix, element in api.vectors.items()]
    lines += [f'typedef enum {{ {body} }} {name};' for name, body in api.enums]
    lines += [f'struct {name} {{ {" ".join(field + ";" for field in fields)} }};'
              for name, fields in api.structs if fields]
    lines += ['#endif', '#ifndef CIMGUI_NO_PROTOTYPES']
    lines += [f'CIMGUI_API {signature};' for signature in signatures]
    lines += ['#endif', '#endif']
    return '\n'.join(lines) + '\n'

def backend_header_text():
    """Return the text of cimgui_impl.h."""
    lines = ['/* Generated by gen_cimgui.py: do not edit. Include after SDL.h and cimgui.h. */',
             '#ifndef CIMGUI_IMPL_INCLUDED', '#define CIMGUI_IMPL_INCLUDED',
             'typedef struct SDL_Window SDL_Window;', 'typedef union SDL_Event SDL_Event;']
    lines += [f'CIMGUI_API {signature};' for signature in BACKENDS]
    return '\n'.join(lines + ['#endif']) + '\n'

def field_names(field):
    """Return the names that one field declaration introduces; none for a field that offsetof cannot name."""
    if field.startswith(('union', 'struct {')) or ':' in field:
        return []                                         # anonymous, or a bit-field
    callback = re.search(r'\(\s*\*\s*(\w+)\s*\)', field)
    if callback:
        return [callback.group(1)]
    return [re.search(r'(\w+)\s*(?:\[.*)?$', part).group(1) for part in split_commas(field)]

def layout_checks(api):
    """Yield static assertions that the C structs match the C++ ones with which the library was compiled."""
    for name, fields in api.structs:
        if not fields or name in api.nested:
            continue
        yield f'static_assert(sizeof(capi::{name}) == sizeof(::{name}), "size of {name}");'
        for field in (f for declaration in fields for f in field_names(declaration)):
            yield (f'static_assert(offsetof(capi::{name}, {field}) == offsetof(::{name}, {field}), '
                   f'"{name}.{field}");')

def backend_twin(signature):
    """Return the extern "C" twin of a backend function. The backends are C++ functions of the same names, so the
    twin is in another namespace."""
    returns, name, inner = re.match(r'(\w+) (\w+)\((.*)\)$', signature).groups()
    arguments = [] if inner == 'void' else [part.split()[-1] for part in inner.split(',')]
    before = '' if returns == 'void' else 'return '
    return f'namespace capi_backend {{ extern "C" {signature} {{ {before}::{name}({", ".join(arguments)}); }} }}'

def source_text(api, pairs, folder):
    """Return the text of cimgui.cpp."""
    sdl = next((name for name in ('imgui_impl_sdl2.h', 'imgui_impl_sdl.h')     # renamed in 1.89
                if os.path.exists(os.path.join(folder, 'backends', name))), None)
    if not sdl:
        fail(f'{folder}/backends has no SDL2 backend')
    lines = [
        f'/* Generated by gen_cimgui.py from imgui.h {api.version}: do not edit. */',
        '#include <stddef.h>', '#include <stdint.h>', '#include "imgui.h"', '#include "imgui_internal.h"',
        f'#include "backends/{sdl}"', '#include "backends/imgui_impl_opengl3.h"',
        '#pragma GCC diagnostic ignored "-Winvalid-offsetof"',
        'namespace capi {', '#define CIMGUI_DEFINE_ENUMS_AND_STRUCTS', '#define CIMGUI_NO_PROTOTYPES',
        '#include "cimgui.h"', '}']
    lines += layout_checks(api)
    lines += [f'using {name} = {outer}::{name};' for name, outer in api.nested.items()]
    lines += [f'using ImVector_{suffix} = ImVector<{element}>;' for suffix, element in api.vectors.items()]
    lines += [f'extern "C" {signature} {{ {body} }}' for signature, body in pairs]
    lines += [backend_twin(signature) for signature in BACKENDS]
    return '\n'.join(lines) + '\n'

def main():
    """Read the command line and the header, and write the three files."""
    parser = argparse.ArgumentParser(description=__doc__.split('\n', maxsplit=1)[0])
    parser.add_argument('--cxx', default='c++', help='the C++ compiler, for its preprocessor')
    parser.add_argument('--imgui', default='/usr/include/imgui', help='the folder of imgui.h')
    parser.add_argument('--out', default='.', help='the folder to write to')
    options = parser.parse_args()
    api = read_api(options.cxx, options.imgui)
    pairs = forwards(api)
    if not pairs or not api.structs:
        fail('found no functions: is this imgui.h?')
    files = {'cimgui.h': header_text(api, [signature for signature, _ in pairs]),
             'cimgui_impl.h': backend_header_text(),
             'cimgui.cpp': source_text(api, pairs, options.imgui)}
    os.makedirs(options.out, exist_ok=True)
    for name, text in files.items():
        with open(os.path.join(options.out, name), 'w', encoding='utf-8') as file:
            file.write(text)

if __name__ == '__main__':
    main()
