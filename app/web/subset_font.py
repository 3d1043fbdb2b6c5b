# SPDX-License-Identifier: MIT
"""A TrueType font with some of its letters alone, for pack.py.

Glyphs keep their numbers; those that are left out are empty. What only hinting, kerning and other programs need is
dropped: Dear ImGui draws outlines.
"""
import struct


def tables_of(font):
    count = struct.unpack(">H", font[4:6])[0]
    rows = (struct.unpack(">4sLLL", font[12 + 16 * i : 28 + 16 * i]) for i in range(count))
    return {name.decode(): font[start : start + size] for name, _, start, size in rows}


def glyph_numbers(cmap, wanted):
    """Code points and their glyphs, from a subtable of format 4, which every font has for the first plane."""
    count = struct.unpack(">H", cmap[2:4])[0]
    for i in range(count):
        at = struct.unpack(">L", cmap[8 + 8 * i : 12 + 8 * i])[0]
        if struct.unpack(">H", cmap[at : at + 2])[0] == 4:
            break
    else:
        raise SystemExit("no table of letters in format 4")
    segments = struct.unpack(">H", cmap[at + 6 : at + 8])[0] // 2
    ends, starts, deltas, offsets = (
        struct.unpack(f">{segments}H", cmap[at + skip : at + skip + 2 * segments])
        for skip in (14, 16 + 2 * segments, 16 + 4 * segments, 16 + 6 * segments)
    )
    table = {}
    for k in range(segments):
        for code in range(starts[k], ends[k] + 1):
            if code not in wanted or code == 0xFFFF:
                continue
            glyph = code
            if offsets[k] != 0:
                place = at + 16 + 6 * segments + 2 * k + offsets[k] + 2 * (code - starts[k])
                glyph = struct.unpack(">H", cmap[place : place + 2])[0]
            if offsets[k] == 0 or glyph != 0:
                glyph = (glyph + deltas[k]) & 0xFFFF
            if glyph != 0:
                table[code] = glyph
    return table


def parts_of(glyph):
    """The glyphs that a composed one consists of."""
    if len(glyph) < 10 or struct.unpack(">h", glyph[:2])[0] >= 0:
        return []
    parts, at, more = [], 10, True
    while more:
        flags, number = struct.unpack(">HH", glyph[at : at + 4])
        parts.append(number)
        at += 4 + (4 if flags & 1 else 2)
        at += 2 if flags & 8 else 4 if flags & 0x40 else 8 if flags & 0x80 else 0
        more = (flags & 0x20) != 0
    return parts


def without_program(glyph):
    """A simple glyph without its hints."""
    contours = struct.unpack(">h", glyph[:2])[0] if len(glyph) >= 10 else -1
    if contours < 0:
        return glyph
    at = 10 + 2 * contours
    size = struct.unpack(">H", glyph[at : at + 2])[0]
    return glyph[:at] + b"\0\0" + glyph[at + 2 + size :]


def cmap_of(table):
    """A table of letters in format 4 with a segment for each run of letters with consecutive glyphs."""
    runs = []
    for code in sorted(table):
        if runs and code == runs[-1][1] + 1 and table[code] - code == runs[-1][2]:
            runs[-1][1] = code
        else:
            runs.append([code, code, table[code] - code])
    runs.append([0xFFFF, 0xFFFF, 1])
    n = len(runs)
    power = 1 << (n.bit_length() - 1)
    body = b"".join(struct.pack(">H", run[1]) for run in runs) + b"\0\0"
    body += b"".join(struct.pack(">H", run[0]) for run in runs)
    body += b"".join(struct.pack(">H", run[2] & 0xFFFF) for run in runs) + b"\0\0" * n
    head = struct.pack(">HHHHHHH", 4, 14 + len(body), 0, 2 * n, 2 * power, power.bit_length() - 1, 2 * (n - power))
    return struct.pack(">HHHHL", 0, 1, 3, 1, 12) + head + body


def subset(font, wanted):
    old = tables_of(font)
    glyph_count = struct.unpack(">H", old["maxp"][4:6])[0]
    wide = struct.unpack(">h", old["head"][50:52])[0] == 1
    loca = struct.unpack(f">{glyph_count + 1}{'L' if wide else 'H'}", old["loca"][: (glyph_count + 1) * (4 if wide else 2)])
    place = [offset * (1 if wide else 2) for offset in loca]
    outline = lambda i: old["glyf"][place[i] : place[i + 1]]
    table = glyph_numbers(old["cmap"], wanted)
    keep, queue = set(), [0, *table.values()]
    while queue:
        number = queue.pop()
        if number not in keep:
            keep.add(number)
            queue += parts_of(outline(number))
    glyf, starts = b"", []
    for i in range(glyph_count):
        starts.append(len(glyf))
        piece = without_program(outline(i)) if i in keep else b""
        glyf += piece + b"\0" * (-len(piece) % 4)
    starts.append(len(glyf))
    metrics = struct.unpack(">H", old["hhea"][34:36])[0]
    hmtx = bytearray(old["hmtx"])
    for i in range(glyph_count):  # zeros take no room once they are compressed
        if i not in keep and i < metrics - 1:
            hmtx[4 * i : 4 * i + 4] = b"\0" * 4
        elif i not in keep and i >= metrics:
            at = 4 * metrics + 2 * (i - metrics)
            hmtx[at : at + 2] = b"\0\0"
    head = bytearray(old["head"])
    head[50:52] = struct.pack(">h", 1)
    new = {
        "cmap": cmap_of(table),
        "glyf": glyf,
        "head": bytes(head),
        "hhea": old["hhea"],
        "hmtx": bytes(hmtx),
        "loca": struct.pack(f">{len(starts)}L", *starts),
        "maxp": old["maxp"],
    }
    power = 1 << (len(new).bit_length() - 1)
    out = struct.pack(">LHHHH", 0x10000, len(new), 16 * power, power.bit_length() - 1, 16 * (len(new) - power))
    body = b""
    for name, data in new.items():
        data_start = 12 + 16 * len(new) + len(body)
        body += data + b"\0" * (-len(data) % 4)
        out += struct.pack(">4sLLL", name.encode(), 0, data_start, len(data))
    return out + body


def subset_ranges(font, ranges):
    """The same for ranges such as "20-ff"."""
    wanted = set()
    for text in ranges:
        first, _, last = text.partition("-")
        wanted.update(range(int(first, 16), int(last or first, 16) + 1))
    return subset(font, wanted)
