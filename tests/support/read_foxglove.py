# SPDX-License-Identifier: MIT
"""read_foxglove.py OUT.mcap LOG.csv foxglove.proto: reads what `slipstick convert --as foxglove` has written, knowing
nothing of our own code: the file by the specification of MCAP, from front to end and through its index; every message
by protoc, with the definition in the file and with foxglove.proto. Then arrows, cones and modes are held against the
contacts of LOG.csv. With $FOXGLOVE_PROTOS, a folder with the published foxglove/*.proto, protoc uses these as well.
"""
import csv
import math
import os
import struct
import subprocess
import sys
import tempfile

path, log_path, proto = sys.argv[1:4]
data = open(path, "rb").read()
MAGIC = b"\x89MCAP0\r\n"
assert data.startswith(MAGIC) and data.endswith(MAGIC)


def records(block, at, end):
    while at < end:
        code, length = struct.unpack_from("<BQ", block, at)
        yield code, block[at + 9 : at + 9 + length], at
        at += 9 + length
    assert at == end, "a record is longer than what holds it"


def take(content, form):
    values = struct.unpack_from("<" + form, content, 0)
    return values, content[struct.calcsize("<" + form) :]


def text(content):
    (length,), rest = take(content, "I")
    return rest[:length], rest[length:]


schemas, channels, messages, chunks, indexed = {}, {}, [], [], []


def see(code, content):
    if code == 3:
        (number,), rest = take(content, "H")
        name, rest = text(rest)
        encoding, rest = text(rest)
        schemas[number] = (name.decode(), encoding, text(rest)[0])
    elif code == 4:
        (number, schema), rest = take(content, "HH")
        topic, rest = text(rest)
        channels[number] = (topic.decode(), schema, text(rest)[0])
    elif code == 5:
        (channel, _, time, _), rest = take(content, "HIQQ")
        messages.append((channel, time, rest))


def open_chunk(content):
    (first, last, size, _), rest = take(content, "QQQI")
    compression, rest = text(rest)
    (length,), rest = take(rest, "Q")
    assert compression == b"" and length == size == len(rest)
    return first, last, rest


footer = None
for code, content, at in records(data, 8, len(data) - 8):
    if code == 6:
        first, last, block = open_chunk(content)
        before = len(messages)
        for inner, inside, _ in records(block, 0, len(block)):
            see(inner, inside)
        times = [time for _, time, _ in messages[before:]]
        assert (first, last) == (min(times), max(times))
    elif code == 2:
        footer = struct.unpack("<QQI", content)

# Through the index.
for code, content, _ in records(data, footer[0], len(data) - 8 - 29):
    if code == 8:
        (_, _, start, length), rest = take(content, "QQQQ")
        offsets, rest = text(rest)
        block = open_chunk(data[start + 9 : start + length])[2]
        for channel, place in struct.iter_unpack("<HQ", offsets):
            assert data[place] == 7
            size = struct.unpack_from("<Q", data, place + 1)[0]
            (number,), entries = take(data[place + 9 : place + 9 + size], "H")
            assert number == channel
            for time, offset in struct.iter_unpack("<QQ", text(entries)[0]):
                inner, inside, _ = next(records(block, offset, len(block)))
                head, payload = take(inside, "HIQQ")
                assert inner == 5 and head[0] == channel and head[2] == time
                indexed.append((channel, time, payload))
    elif code == 11:
        assert struct.unpack_from("<Q", content)[0] == len(messages)
assert sorted(indexed) == sorted(messages)


def decode(arguments, payload):
    run = subprocess.run(["protoc", *arguments], input=payload, capture_output=True)
    assert run.returncode == 0, run.stderr.decode()
    return run.stdout.decode()


def parse(lines):
    """The text form of Protobuf: {name: [value or message, …]}."""
    found = {}
    for line in lines:
        line = line.strip()
        if line == "}":
            break
        if line.endswith("{"):
            found.setdefault(line[:-2].strip(), []).append(parse(lines))
        else:
            name, value = line.split(": ", 1)
            found.setdefault(name, []).append(value.strip('"'))
    return found


def number(message, name):
    return float(message.get(name, ["0"])[0])


def vector(message):
    return [number(message, axis) for axis in "xyz"]


def turned(q, v):
    x, y, z, w = (number(q, name) for name in "xyzw")
    t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])]
    return [
        v[0] + w * t[0] + y * t[2] - z * t[1],
        v[1] + w * t[1] + z * t[0] - x * t[2],
        v[2] + w * t[2] + x * t[1] - y * t[0],
    ]


def near(a, b, scale=1.0):
    assert all(abs(p - q) <= 1e-5 * scale for p, q in zip(a, b)), (a, b)


frames = {}
published = os.environ.get("FOXGLOVE_PROTOS")
with tempfile.TemporaryDirectory() as folder:
    sets = {}
    for channel, (topic, schema, encoding) in channels.items():
        name, described, definition = schemas[schema]
        assert encoding == described == b"protobuf" and topic in ("/tf", "/scene")
        sets[channel] = os.path.join(folder, str(channel))
        open(sets[channel], "wb").write(definition)
    for channel, time, payload in messages:
        name = schemas[channels[channel][1]][0]
        ways = [
            ["--descriptor_set_in=" + sets[channel], "--decode=" + name],
            ["-I", os.path.dirname(proto), "--decode=" + name, os.path.basename(proto)],
        ]
        if published:
            ways.append(["-I", published, "--decode=" + name, name.replace(".", "/") + ".proto"])
        texts = [decode(way, payload) for way in ways]
        assert all(t == texts[0] for t in texts), texts
        assert "\n1: " not in texts[0] and "\n  1: " not in texts[0], "a field without a name"
        frames.setdefault(time, {})[name] = parse(iter(texts[0].splitlines()))

rows = {}
for row in csv.DictReader(open(log_path)):
    rows.setdefault(round(float(row["t"]) * 1e9), []).append(row)

scale, modes, arrows = None, set(), 0
for time, frame in frames.items():
    transforms = frame["foxglove.FrameTransforms"].get("transforms", [])
    scene = frame["foxglove.SceneUpdate"]
    assert scene["deletions"][0]["type"] == ["ALL"]
    known = {t["child_frame_id"][0] for t in transforms} | {"world"}
    contacts = []
    for entity in scene.get("entities", []):
        stamp = entity["timestamp"][0]
        assert round(number(stamp, "seconds") * 1e9 + number(stamp, "nanos")) == time
        assert entity["frame_id"][0] in known
        if "arrows" in entity:
            contacts.append(entity)
    expected = [row for row in rows.get(time, []) if any(float(row[f]) != 0.0 for f in ("fx", "fy", "fz"))]
    assert len(contacts) == len(expected)
    for entity, row in zip(contacts, expected):
        force = [float(row[f]) for f in ("fx", "fy", "fz")]
        normal = [float(row[n]) for n in ("nx", "ny", "nz")]
        point = [float(row[p]) for p in ("px", "py", "pz")]
        size, load = math.hypot(*force), sum(f * n for f, n in zip(force, normal))
        arrow = entity["arrows"][0]
        near(vector(arrow["pose"][0]["position"][0]), point)
        along = turned(arrow["pose"][0]["orientation"][0], [1, 0, 0])
        near(along, [f / size for f in force])
        length = number(arrow, "shaft_length") + number(arrow, "head_length")
        scale = scale or length / size
        near([length], [scale * size], scale * size)
        modes.add({m["key"][0]: m["value"][0] for m in entity["metadata"]}["mode"])
        arrows += 1
        if "cylinders" in entity:
            cone = entity["cylinders"][0]
            assert number(cone, "bottom_scale") == 0.0 and number(cone, "top_scale") == 1.0
            height = number(cone["size"][0], "z")
            axis = turned(cone["pose"][0]["orientation"][0], [0, 0, 1])
            near(axis, normal)
            near([0.5 * number(cone["size"][0], "x")], [float(row["mu"]) * height], height)
            tip = [c - 0.5 * height * a for c, a in zip(vector(cone["pose"][0]["position"][0]), axis)]
            near(tip, point)
            near([height], [scale * load], scale * load)
print(f"{len(frames)} frames, {arrows} forces, modes: {', '.join(sorted(modes))}")
