#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""share.py PROGRAM web|class ARGS: what `slipstick web` and `slipstick class` do, with nothing but Python.

web    puts a scene or a lesson into the built page, alone or as a course that learning platforms take (SCORM 1.2)
class  collects the answers that students have saved in a lesson, and shows how they are distributed
"""
import argparse
import csv
import html
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import zipfile

here = pathlib.Path(__file__).resolve().parent


class Refusal(Exception):
    pass


# --------------------------------------------------------------------------------------------------------- pages


def find_page():
    """The page as one file: installed beside this script, or built in the sources."""
    own = os.environ.get("SLIPSTICK_PAGE")
    for page in [pathlib.Path(own)] if own else (here / "slipstick.html", here.parent.parent / "build/web/slipstick.html"):
        if page.exists():
            return page.read_text(encoding="utf-8")
    raise Refusal("the page has not been built here: `./slipstick web` in the sources builds it, "
                  "or take slipstick.html of a release into " + str(here))


def bake(page, data):
    """The page with something put into it, as share.js does it."""
    text = json.dumps(data, ensure_ascii=False).replace("</", "<\\/").replace("<!--", "<\\!--")
    script = f"<!-- scene --><script>window.slipstickBaked = {text};</script><!-- /scene -->"
    baked, count = re.subn(r"<!-- scene -->.*?<!-- /scene -->", lambda _: script, page, count=1, flags=re.S)
    if count == 0:
        raise Refusal("the page that is built here is too old to take a scene: build it again with `./slipstick web`")
    return baked


def ask(program, *words):
    done = subprocess.run([program, *words], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr.strip().splitlines()[-1:] or [""]


def scene_of(program, word):
    """What the page takes as a scene: the JSON of a file, or a link."""
    if pathlib.Path(word).is_file():
        try:
            text = pathlib.Path(word).read_text(encoding="utf-8")
            if text.lstrip().startswith("{"):
                status, _, said = ask(program, "link", word)
                if status != 0 and "has no room" not in said[0]:
                    raise Refusal(said[0])
                return json.loads(text)
        except UnicodeDecodeError:
            pass  # a picture or a film that carries its scene
    status, link, said = ask(program, "link", word)
    if status != 0:
        raise Refusal(said[0].replace("slipstick link: ", "", 1))
    return link.strip()


def lesson_of(program, word):
    """Name and text of a lesson, which must be one."""
    path = pathlib.Path(word)
    if path.is_file():
        name, text = path.stem, path.read_text(encoding="utf-8")
    else:
        status, text, said = ask(program, "lesson", "--text", word)
        name = word
        if status != 0:
            raise Refusal(said[0].replace("slipstick lesson: ", "", 1))
    if not text.startswith("lesson "):
        raise Refusal(f"{word} is no lesson")
    return name, text


def write(path, data):
    """A file is whole or absent."""
    target = pathlib.Path(path)
    part = target.with_name(target.name + ".part")
    part.write_bytes(data)
    part.replace(target)


MANIFEST = """<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="slipstick-{id}" version="1.0" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
    xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
  <organizations default="course">
    <organization identifier="course"><title>{title}</title>
      <item identifier="lesson" identifierref="page"><title>{title}</title></item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="page" type="webcontent" adlcp:scormtype="sco" href="index.html"><file href="index.html"/></resource>
  </resources>
</manifest>
"""


def make_web(program, words):
    parser = Parser(prog="slipstick web", usage="--scene SCENE|--lesson LESSON -o FILE.html | --scorm LESSON -o FILE.zip",
                    description="Puts a scene or a lesson into the page of Slipstick, one file that "
                    "opens in every browser. `./slipstick web` in the sources builds that page.")
    parser.add_argument("--scene", metavar="SCENE", help="a scene file, a picture that carries one, a link, or a scenario")
    parser.add_argument("--lesson", metavar="LESSON", help="a lesson: the name of a shipped one, or a file")
    parser.add_argument("--scorm", metavar="LESSON", help="a lesson as a course for learning platforms (SCORM 1.2), a zip file")
    parser.add_argument("--show", metavar="LIST", help="nothing but these parts: scene, plot.ID, chart:ID, param.KEY, tools, timeline")
    parser.add_argument("-o", metavar="FILE", required=True, help="where to write it: FILE.html, or FILE.zip with --scorm")
    asked = parser.parse_args(words)
    if [asked.scene, asked.lesson, asked.scorm].count(None) != 2:
        raise Refusal("one of --scene, --lesson and --scorm says what goes into the page")
    data = {"show": asked.show} if asked.show else {}
    if asked.scene:
        data["scene"] = scene_of(program, asked.scene)
    else:
        data["name"], data["lesson"] = lesson_of(program, asked.lesson or asked.scorm)
    if asked.scorm:
        data["scorm"] = True
    page = bake(find_page(), data).encode()
    if asked.scorm:
        title = re.search(r"^title (.*)$", data["lesson"], re.M)
        manifest = MANIFEST.format(id=re.sub(r"\W", "-", data["name"]), title=html.escape(title[1] if title else data["name"]))
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, text in ("imsmanifest.xml", manifest.encode()), ("index.html", page):
                archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), text, zipfile.ZIP_DEFLATED)
        page = packed.getvalue()
    write(asked.o, page)
    print(f"{asked.o} has {len(page) / 1e6:.1f} MB")


# ------------------------------------------------------------------------------------------------------- a class


def read_answers(path):
    """The rows that `Save the answers` has written."""
    try:
        with open(path, newline="", encoding="utf-8-sig") as file:
            rows = list(csv.DictReader(file))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise Refusal(f"cannot read '{path}': {getattr(error, 'strerror', None) or error}")
    if not rows or not {"lesson", "step", "kind", "question", "answer", "state", "points"} <= set(rows[0]):
        raise Refusal(f"'{path}' has no answers to a lesson: in a lesson, Save answers writes such a table")
    return rows


def curve(text):
    """The points "t:y t:y" of a sketch."""
    points = []
    for pair in (text or "").split():
        try:
            t, y = map(float, pair.split(":"))
        except ValueError:
            continue
        points.append((t, y))
    return points


def number(text):
    found = re.match(r"\s*([-+−]?\d+(?:[.,]\d+)?(?:[eE][-+]?\d+)?)\s*(.*)$", text or "")
    return (float(found[1].replace(",", ".").replace("−", "-")), found[2].strip()) if found else None


def collect(paths):
    """One entry for each question, in the order of the lesson."""
    questions = {}
    for path in paths:
        for row in read_answers(path):
            place = (row["lesson"], row["step"], row["kind"], row["question"])
            q = questions.setdefault(place, {"lesson": row["lesson"], "step": int(row["step"]), "title": row.get("title", ""),
                                             "kind": row["kind"], "question": row["question"], "students": 0, "answered": 0,
                                             "points": 0.0, "answers": {}, "sketches": [], "run": []})
            q["students"] += 1
            if row["state"] != "answered":
                continue
            q["answered"] += 1
            q["points"] += float(row["points"] or 0)
            q["answers"][row["answer"]] = q["answers"].get(row["answer"], 0) + 1
            if curve(row.get("sketch")):
                q["sketches"].append(curve(row["sketch"]))
                q["run"] = q["run"] or curve(row.get("run"))
    if len({q["lesson"] for q in questions.values()}) > 1:
        raise Refusal("these are answers to different lessons: " + ", ".join(sorted({q["lesson"] for q in questions.values()})))
    for q in questions.values():
        q["answers"] = dict(sorted(q["answers"].items(), key=lambda pair: (-pair[1], pair[0])))
        q["mean"] = q["points"] / q["answered"] if q["answered"] else None
    return list(questions.values())


def as_text(questions):
    lines = []
    for q in questions:
        mean = "" if q["mean"] is None else f", {100 * q['mean']:.0f} % of the points"
        lines.append(f"{q['step']}. {q['title']}: {q['question']}\n   {q['answered']} of {q['students']} answered{mean}")
        most = max(q["answers"].values(), default=1)
        for answer, count in q["answers"].items():
            lines.append(f"   {count:4d} {'█' * round(20 * count / most):<20} {answer}")
    return "\n".join(lines)


WIDTH, HEIGHT = 560, 240


def svg_curves(q):
    every = [q["run"], *q["sketches"]]
    times = [t for c in every for t, _ in c]
    values = [y for c in every for _, y in c] + [0.0]
    t0, t1, y0, y1 = min(times), max(times), min(values), max(values)
    x = lambda t: 10 + (WIDTH - 20) * (t - t0) / ((t1 - t0) or 1)
    y = lambda v: HEIGHT - 10 - (HEIGHT - 20) * (v - y0) / ((y1 - y0) or 1)
    line = lambda c, how: '<polyline fill="none" {} points="{}"/>'.format(how, " ".join(f"{x(t):.1f},{y(v):.1f}" for t, v in c))
    parts = [f'<line x1="10" x2="{WIDTH - 10}" y1="{y(0):.1f}" y2="{y(0):.1f}" stroke="#999"/>']
    parts += [line(c, 'stroke="#0072b2" stroke-opacity="0.35" stroke-width="2"') for c in q["sketches"]]
    parts += [line(q["run"], 'stroke="#d55e00" stroke-width="3"')] if q["run"] else []
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="sketches and the run">{"".join(parts)}</svg>' + \
        "<p>blue: the sketches; orange: the run</p>"


def html_answers(q):
    most = max(q["answers"].values(), default=1)
    rows = "".join(f'<tr><td>{html.escape(answer)}</td><td>{count}</td><td><div style="width:{200 * count / most:.0f}px"></div></td></tr>'
                   for answer, count in q["answers"].items())
    return f"<table>{rows}</table>"


def svg_numbers(q):
    """One dot for each student, over the axis of the numbers."""
    found = [(number(answer), count) for answer, count in q["answers"].items()]
    found = [(value[0], count) for value, count in found if value]
    low, high = min(v for v, _ in found), max(v for v, _ in found)
    x = lambda v: 20 + (WIDTH - 40) * ((v - low) / (high - low) if high > low else 0.5)
    bins = {}
    dots = []
    for value, count in found:
        for _ in range(count):
            column = round(x(value) / 10)
            bins[column] = bins.get(column, 0) + 1
            dots.append(f'<circle cx="{10 * column}" cy="{95 - 9 * bins[column]}" r="4" fill="#0072b2"/>')
    axis = f'<line x1="10" x2="{WIDTH - 10}" y1="95" y2="95" stroke="#999"/><text x="10" y="112">{low:g}</text>' \
           f'<text x="{WIDTH - 10}" y="112" text-anchor="end">{high:g}</text>'
    return f'<svg viewBox="0 0 {WIDTH} 116" role="img" aria-label="the numbers that were answered">{axis}{"".join(dots)}</svg>'


def as_page(questions):
    parts = []
    for q in questions:
        share = "" if q["mean"] is None else f", {100 * q['mean']:.0f} % of the points"
        numbers = q["kind"] == "number" and any(number(a) for a in q["answers"])
        picture = svg_curves(q) if q["sketches"] else svg_numbers(q) if numbers else ""
        parts.append(f"<section><h2>{q['step']}. {html.escape(q['title'])}</h2><p>{html.escape(q['question'])}</p>"
                     f"<p>{q['answered']} of {q['students']} answered{share}</p>{picture}{html_answers(q)}</section>")
    name = html.escape(questions[0]["lesson"])
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{name}: a class</title>
<style>body {{ font: 16px/1.5 sans-serif; max-width: 48em; margin: 2em auto; padding: 0 1em; }} svg {{ max-width: {WIDTH}px; }}
td {{ padding: 0 1em 0 0; }} td div {{ background: #0072b2; height: 0.8em; }}</style></head>
<body><h1>{name}</h1>
{"".join(parts)}
</body></html>
"""


def make_class(_, words):
    parser = Parser(prog="slipstick class", usage="FILE... [options]", description="Shows how the answers of a class to a lesson are distributed, from "
                    "the tables that Save answers writes in a lesson.")
    parser.add_argument("files", metavar="FILE", nargs="+", help="the answers of one student")
    parser.add_argument("--json", action="store_true", help="print JSON, for scripts")
    parser.add_argument("-o", metavar="FILE.html", help="write a page with bars, dots, and the sketches beside the run")
    asked = parser.parse_args(words)
    questions = collect(asked.files)
    if asked.o:
        write(asked.o, as_page(questions).encode())
    if asked.json:
        print(json.dumps({"students": len(asked.files), "questions": questions}, ensure_ascii=False))
    elif not asked.o:
        print(as_text(questions))


class Parser(argparse.ArgumentParser):
    def error(self, message):
        raise Refusal(message)

    def format_help(self):
        """As the other commands print theirs."""
        rows = [(f"{action.option_strings[-1]} {action.metavar or ''}".strip(), action.help)
                for action in self._actions if action.option_strings]
        rows.append((rows.pop(0)[0], "print this help"))
        width = max(len(left) for left, _ in rows) + 2
        return f"{self.prog} {self.usage}\n\n{self.description}\n\n" + "".join(f"  {left:<{width}}{what}\n" for left, what in rows)


def main():
    try:
        {"web": make_web, "class": make_class}[sys.argv[2]](sys.argv[1], sys.argv[3:])
    except Refusal as refusal:
        print(refusal)
        sys.exit(2)
    except OSError as error:
        print(f"cannot write '{error.filename}': {error.strerror}")
        sys.exit(2)


main()
