# SPDX-License-Identifier: MIT
"""Pictures for notebooks, as SVG: scenes as the engine draws them, and curves."""

import math
from ctypes import POINTER, byref, c_int
from xml.sax.saxutils import escape

from ._library import lib, numpy

INKS = ("#2f6db3", "#c2542d", "#2e8b57", "#8a5ab5", "#b08a1e", "#4c9aa8")
FEW_SOLIDS = 300  # beyond it only their outlines are drawn


class Picture:
    """A picture as a text in SVG, which a notebook shows: `svg` is the text, `save` writes it."""

    def __init__(self, width, height, rows, title=""):
        self.svg = "".join(
            ['<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" '
             'font-family="sans-serif" font-size="11">' % (width, height, width, height),
             "<title>%s</title>" % escape(title), '<rect width="100%" height="100%" fill="#fcfcfa"/>'] + rows + ["</svg>"])

    def save(self, path):
        """Writes the SVG file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)

    def _repr_svg_(self):
        return self.svg

    def __repr__(self):
        return "<Picture of %d characters of SVG>" % len(self.svg)


def table(rows, heads=()):
    """A table as HTML, for `_repr_html_`."""
    def line(row, tag):
        return "<tr>%s</tr>" % "".join("<%s>%s</%s>" % (tag, escape(str(cell)), tag) for cell in row)
    return "<table>%s%s</table>" % (line(heads, "th") if heads else "", "".join(line(row, "td") for row in rows))


def text_at(x, y, text, anchor="start", ink="#444"):
    return '<text x="%.1f" y="%.1f" text-anchor="%s" fill="%s">%s</text>' % (x, y, anchor, ink, escape(text))


# ----------------------------------------------------------------------------------------------------------- scenes


def minus(a, b):
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def unit(a):
    length = math.sqrt(dot(a, a)) or 1.0
    return a[0] / length, a[1] / length, a[2] / length


def along(point, *steps):
    """The point after steps, each a length and a direction."""
    return tuple(point[i] + sum(length * way[i] for length, way in steps) for i in range(3))


def xyz(vector):
    return vector.x, vector.y, vector.z


TOWARDS = unit((0.35, -1.0, 0.4))  # the viewer, who sees x to the right and z up
RIGHT = unit((-TOWARDS[1], TOWARDS[0], 0.0))
UP = cross(TOWARDS, RIGHT)
LIGHT = unit((-0.3, -0.5, 1.0))


def seen(point):
    return dot(point, RIGHT), dot(point, UP)


def turn(q, v):
    t = [2.0 * each for each in cross(xyz(q), v)]
    s = cross(xyz(q), t)
    return tuple(v[i] + q.w * t[i] + s[i] for i in range(3))


def outline(points):
    """The convex hull of points in the picture, in order."""
    points = sorted(set(points))
    chain = []
    for row in (points, points[::-1]):
        start = len(chain)
        for p in row:
            while len(chain) > start + 1 and ((chain[-1][0] - chain[-2][0]) * (p[1] - chain[-2][1]) <=
                                              (chain[-1][1] - chain[-2][1]) * (p[0] - chain[-2][0])):
                chain.pop()
            chain.append(p)
        chain.pop()
    return chain


def circle(radius, height):
    return [(radius * math.cos(a), radius * math.sin(a), height) for a in (math.pi * i / 12 for i in range(24))]


def faces_of(solid):
    """The faces of a solid in its own frame, each the list of its corners."""
    h = solid.half
    if solid.kind == lib.ss_solidHull:
        vertices, normal, corners = lib.ssHull_Vertices(solid.hull), lib.ssVec3(), POINTER(c_int)()
        faces = []
        for i in range(lib.ssHull_FaceCount(solid.hull)):
            count = lib.ssHull_Face(solid.hull, i, byref(normal), byref(corners))
            faces.append([xyz(vertices[corners[k]]) for k in range(count)])
        return faces
    if solid.kind == lib.ss_solidBox:
        ends = [[(x * h.x, y * h.y, z * h.z) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))] for z in (-1, 1)]
    else:
        ends = [circle(h.x, -h.z), circle(h.x, h.z)]
    sides = [[ends[0][i - 1], ends[0][i], ends[1][i], ends[1][i - 1]] for i in range(len(ends[0]))]
    return sides + [ends[0][::-1], ends[1]]


class Sketch:
    """Receives what the engine draws, as shapes with their depth."""

    def __init__(self):
        self.spheres, self.solids, self.planes, self.lines, self.arrows = [], [], [], [], []
        self.labels, self.centre, self.radius = [], (0.0, 0.0, 0.0), 0.0
        kinds = dict(lib.ssDraw._fields_)
        self.draw = lib.ssDraw(flags=lib.ss_drawBodies | lib.ss_drawGround | lib.ss_drawForces | lib.ss_drawTrails)
        for name in ("bounds", "spheres", "solids", "planes", "trail", "line", "arrows"):
            setattr(self.draw, name, kinds[name](getattr(self, "take_" + name)))

    def take_bounds(self, context, centre, radius):
        self.centre, self.radius = xyz(centre), radius

    def take_spheres(self, context, count, rows):
        self.spheres += [(xyz(rows[i].center), rows[i].radius, rows[i].body, rows[i].paint) for i in range(count)]

    def take_solids(self, context, count, rows):
        many = count > FEW_SOLIDS
        for solid in (rows[i] for i in range(count)):
            centre = xyz(solid.center)
            faces = [[along(centre, (1.0, turn(solid.orientation, p))) for p in face] for face in faces_of(solid)]
            round_ = solid.half.x if solid.kind == lib.ss_solidCapsule else 0.0
            self.solids.append((centre, faces, solid.body, solid.fixed, round_, many))

    def take_planes(self, context, count, rows):
        for plane in (rows[i] for i in range(count)):
            self.planes.append((xyz(plane.origin), xyz(plane.normal), xyz(plane.tangent), plane.halfX, plane.halfY))

    def take_trail(self, context, count, points):
        self.lines.append(("#888", "", [seen(xyz(points[i])) for i in range(count)]))

    def take_line(self, context, role, count, points):
        dashes = "4 3" if role == lib.ss_lineExact else ""
        self.lines.append(("#777", dashes, [seen(xyz(points[i])) for i in range(count)]))

    def take_arrows(self, context, count, rows):
        self.arrows += [(xyz(rows[i].origin), xyz(rows[i].vector)) for i in range(count)
                        if rows[i].quantity == lib.ss_quantityForce]

    def middle(self):
        """Of the bodies [m]."""
        centres = [each[0] for each in self.spheres + self.solids if math.isfinite(sum(each[0]))] or [self.centre]
        return tuple(sum(each[i] for each in centres) / len(centres) for i in range(3))

    def frame(self):
        """The rectangle of the picture [m]: of the bodies, of paths near them, and of parts of the ground with an end."""
        points = []
        for centre, radius, _, _ in self.spheres:
            x, y = seen(centre)
            points += [(x - radius, y - radius), (x + radius, y + radius)]
        for _, faces, _, fixed, extra, _ in self.solids:
            points += [(x + s * extra, y + s * extra) for face in faces for x, y in map(seen, face) for s in (-1, 1)]
        near = 2.0 * self.radius
        cx, cy = seen(self.centre)
        points += [p for _, _, line in self.lines for p in line if abs(p[0] - cx) < near and abs(p[1] - cy) < near]
        points = [p for p in points if math.isfinite(p[0] + p[1])] or [(cx - 1.0, cy - 1.0), (cx + 1.0, cy + 1.0)]
        low, high = [min(p[i] for p in points) for i in (0, 1)], [max(p[i] for p in points) for i in (0, 1)]
        return low, high


def scene(call, title, width=480, height=300):
    """The picture of a scene that the engine draws when it is called with an ssDraw."""
    sketch = Sketch()
    call(byref(sketch.draw))
    low, high = sketch.frame()
    size = max(high[0] - low[0], (high[1] - low[1]) * width / height, 1e-9)
    scale = 0.8 * width / size
    middle = [(low[i] + high[i]) / 2 for i in (0, 1)]

    def place(point):
        return width / 2 + scale * (point[0] - middle[0]), height / 2 + 10 - scale * (point[1] - middle[1])

    def path(points, closed=True):
        return "M" + "L".join("%.1f %.1f" % place(p) for p in points) + ("Z" if closed else "")

    rows = ['<defs><radialGradient id="ball" cx=".35" cy=".3" r=".8"><stop offset="0" stop-color="#fff" stop-opacity=".75"/>'
            '<stop offset="1" stop-color="#000" stop-opacity=".35"/></radialGradient></defs>', '<g stroke-linejoin="round">']
    rows += [ground(plane, path, size, sketch.middle()) for plane in sketch.planes]
    bodies = [(dot(each[0], TOWARDS), sphere_row(each, place, scale)) for each in sketch.spheres]
    bodies += [(dot(each[0], TOWARDS), solid_row(each, path)) for each in sketch.solids]
    rows += [row for _, row in sorted(bodies)]
    rows += ['<path d="%s" fill="none" stroke="%s" stroke-dasharray="%s"/>' % (path(points, False), ink, dashes or "none")
             for ink, dashes, points in sketch.lines if len(points) > 1 and all(map(math.isfinite, sum(points, ())))]
    rows += arrow_rows(sketch.arrows, path, size)
    return Picture(width, height, rows + ["</g>", text_at(8, 16, title)], title)


def ground(plane, path, size, middle):
    """A part of the ground with its grid; of a plane without end as much as the picture shows."""
    origin, normal, tangent, half_x, half_y = plane
    if not half_x or not half_y:
        half_x, half_y, origin = 0.75 * size, 0.5 * size, along(middle, (dot(minus(origin, middle), normal), normal))
    across = cross(normal, tangent)
    corners = [along(origin, (x * half_x, tangent), (y * half_y, across)) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    lines = []
    for i in range(1, 8):
        t = i / 4.0 - 1.0
        lines.append(path([seen(along(origin, (t * half_x, tangent), (s * half_y, across))) for s in (-1, 1)], False))
        lines.append(path([seen(along(origin, (s * half_x, tangent), (t * half_y, across))) for s in (-1, 1)], False))
    return '<path d="%s" fill="#e9e8e2"/><path d="%s" fill="none" stroke="#d4d2c8" stroke-width=".7"/>' % (
        path([seen(corner) for corner in corners]), "".join(lines))


def ink_of(body):
    return INKS[body % len(INKS)] if body >= 0 else "#b9b6a8"


def sphere_row(sphere, place, scale):
    centre, radius, body, paint = sphere
    x, y = place(seen(centre))
    at = 'cx="%.1f" cy="%.1f" r="%.1f"' % (x, y, radius * scale)
    return '<circle %s fill="%s"/><circle %s fill="url(#ball)"/>' % (at, ink_of(paint - 1 if paint else body), at)


def solid_row(solid, path):
    _, faces, body, fixed, round_, many = solid
    ink = "#c9c6b8" if fixed else ink_of(body)
    if many or round_:
        corners = [seen(p) for face in faces for p in face]
        if round_:  # the circles that its ends show
            ends = [seen([sum(row) / len(face) for row in zip(*face)]) for face in faces[-2:]]
            corners = [(x + dx, y + dy) for x, y in ends for dx, dy, _ in circle(round_, 0.0)]
        shape = path(outline(corners))
        return '<path d="%s" fill="%s"/>' % (shape, ink) + ('<path d="%s" fill="url(#ball)"/>' % shape if round_ else "")
    rows = []
    for face in faces:
        normal = unit(cross(minus(face[1], face[0]), minus(face[2], face[0])))
        if dot(normal, TOWARDS) > 0:
            shade = 0.45 - 0.45 * max(0.0, dot(normal, LIGHT))
            shape = path([seen(p) for p in face])
            rows.append('<path d="%s" fill="%s" stroke="%s" stroke-width=".4"/><path d="%s" fill-opacity="%.2f"/>'
                        % (shape, ink, ink, shape, shade))
    return "".join(rows)


def arrow_rows(arrows, path, size):
    """Forces; the largest is a fifth of the picture."""
    arrows = [each for each in arrows if math.isfinite(sum(each[0]) + sum(each[1]))]
    longest = max([math.sqrt(dot(vector, vector)) for _, vector in arrows], default=0.0)
    rows = []
    for origin, vector in arrows if longest > 0 else ():
        tail, tip = seen(origin), seen(along(origin, (0.2 * size / longest, vector)))
        dx, dy = 0.15 * (tip[0] - tail[0]), 0.15 * (tip[1] - tail[1])
        head = [(tip[0] - dx - 0.5 * dy, tip[1] - dy + 0.5 * dx), tip, (tip[0] - dx + 0.5 * dy, tip[1] - dy - 0.5 * dx)]
        rows.append('<path d="%s%s" fill="none" stroke="#c0272d" stroke-width="1.6"/>' % (path([tail, tip], False),
                                                                                        path(head, False)))
    return rows


# ----------------------------------------------------------------------------------------------------------- curves


def ticks(low, high):
    """Four or so round numbers of a range."""
    step = 10.0 ** math.floor(math.log10((high - low) / 2.0))
    step *= next(m for m in (1, 2, 5, 10) if (high - low) / (m * step) <= 5)
    return [step * i for i in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]


def spread(values):
    values = [v for v in values if math.isfinite(v)] or [0.0]
    low, high = min(values), max(values)
    if high - low <= 1e-12 * max(abs(low), abs(high)):
        low, high = low - 0.5 * (abs(low) or 1.0), high + 0.5 * (abs(high) or 1.0)
    return low, high


def thin(xs, ys, most=600):
    """At most about that many points, with the lowest and the highest of each part."""
    width = max(1, 2 * len(xs) // most)
    for start in range(0, len(xs), width):
        part = range(start, min(start + width, len(xs)))
        good = [i for i in part if math.isfinite(ys[i])]
        if not good:
            yield xs[start], math.nan
        for i in sorted({min(good, key=lambda i: ys[i]), max(good, key=lambda i: ys[i])} if good else ()):
            yield xs[i], ys[i]


def panel(left, top, width, height, label, x_label, xs, columns, equal=False):
    """One plot: curves over x, or with `equal` curves in a plane with one scale."""
    columns = [(name, [float(v) for v in (own if equal else xs)], [float(v) for v in ys]) for name, own, ys in columns]
    (x0, x1), (y0, y1) = spread([v for _, row, _ in columns for v in row]), spread([v for _, _, row in columns for v in row])
    if equal:
        half = 0.55 * max(x1 - x0, y1 - y0)
        x0, x1, y0, y1 = (x0 + x1) / 2 - half, (x0 + x1) / 2 + half, (y0 + y1) / 2 - half, (y0 + y1) / 2 + half
    rows = []
    for value in ticks(x0, x1):
        x = left + width * (value - x0) / (x1 - x0)
        rows.append('<path d="M%.1f %.1fv%.1f" stroke="#e3e1d8"/>' % (x, top, height))
        rows.append(text_at(x, top + height + 13, "%.6g" % value, "middle", "#777"))
    for value in ticks(y0, y1):
        y = top + height * (y1 - value) / (y1 - y0)
        rows.append('<path d="M%.1f %.1fh%.1f" stroke="#e3e1d8"/>' % (left, y, width))
        rows.append(text_at(left - 4, y + 4, "%.6g" % value, "end", "#777"))
    for i, (name, row, ys) in enumerate(columns):
        shape, pen = [], "M"
        for x, y in (zip(row, ys) if equal else thin(row, ys)):
            if math.isfinite(x + y):
                shape.append("%s%.1f %.1f" % (pen, left + width * (x - x0) / (x1 - x0), top + height * (y1 - y) / (y1 - y0)))
            pen = "L" if math.isfinite(x + y) else "M"
        rows.append('<path d="%s" fill="none" stroke="%s" stroke-width="1.4"/>' % ("".join(shape), INKS[i % len(INKS)]))
    rows.append(text_at(left, top - 6, label))
    rows.append(text_at(left + width, top + height + 26, x_label, "end"))
    return rows


def curves(title, x_label, xs, columns):
    """Curves over one x below each other: columns are (label, values)."""
    width, each = 480, 110
    xs = list(xs)
    rows = [text_at(8, 16, title)]
    for i, (label, ys) in enumerate(columns):
        rows += panel(64, 44 + i * (each + 44), width - 80, each, label, x_label if i == len(columns) - 1 else "", xs,
                      [(label, None, list(ys))])
    return Picture(width, 34 + len(columns) * (each + 44), rows, title)


def law_picture(law, title):
    """The forces of a law at a load of 1 N: in all directions of sliding at 1 m/s, and over the speed."""
    angles = [2 * math.pi * i / 120 for i in range(121)]
    around = law.forces([1.0] * 121, flat((math.cos(a), math.sin(a)) for a in angles))
    speeds = [10.0 ** (0.05 * i - 4.0) for i in range(101)]
    forces = law.forces([1.0] * 101, flat((speed, 0.0) for speed in speeds))
    rows = [text_at(8, 16, title)]
    rows += panel(52, 44, 180, 180, "force of sliding in all directions [N/N]", "", None,
                  [("", [f[0] for f in around], [f[1] for f in around])], equal=True)
    rows += panel(300, 44, 180, 180, "along x [N/N]", "log₁₀ of the speed [m/s]", [math.log10(v) for v in speeds],
                  [("", None, [f[0] for f in forces])])
    return Picture(500, 262, rows, title)


def flat(pairs):
    """Pairs as the library takes them: an array of two columns, or all numbers in a row."""
    pairs = list(pairs)
    return pairs if numpy is not None else [number for pair in pairs for number in pair]
