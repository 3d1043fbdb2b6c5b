#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""pack.py BUILD OUT: the page as a folder and as one file, from what build.sh has left in BUILD.

OUT/index.html with slipstick.js and slipstick.bin need a server; OUT/slipstick.html holds both and opens from a disk.
"""
import base64
import gzip
import json
import pathlib
import sys

here = pathlib.Path(__file__).parent
fonts = {  # and the letters that the window has of each (fullRanges and shortRanges in app/ui/core/theme.c)
    "DejaVuSans.ttf": "20-17f 300-36f 370-3ff 1d00-1dbf 2010-205e 2070-209f 2190-22ff 25a0-25ff 2713",
    "DejaVuSansMono.ttf": "20-17f 300-36f 370-3ff 1d00-1dbf 2010-205e 2070-209f 2190-22ff 25a0-25ff 2713",
    "DejaVuSans-Bold.ttf": "20-ff 370-3ff 2010-205e 2070-209f 2190-2193 2200-22ff",
}


def pack(build, font_folder):
    sys.path.insert(0, str(here))
    from subset_font import subset_ranges

    files = {"slipstick.wasm": (build / "slipstick-page.wasm").read_bytes()}
    for name, ranges in fonts.items():
        files["fonts/" + name] = subset_ranges((font_folder / name).read_bytes(), ranges.split())
    rows = json.dumps([{"name": name, "size": len(data)} for name, data in files.items()]).encode()
    return gzip.compress(len(rows).to_bytes(4, "little") + rows + b"".join(files.values()), 9, mtime=0)


def main():
    build, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    packed = pack(build, pathlib.Path("/usr/share/fonts/truetype/dejavu"))
    still = base64.b64encode((here / "still.webp").read_bytes()).decode()
    own = f'const still = "data:image/webp;base64,{still}";\n'
    own += "\n".join((here / name).read_text() for name in ("share.js", "reach.js", "page.js"))
    script = (build / "slipstick-page.js").read_text() + "\n" + own
    page = (here / "index.html").read_text()
    (out / "slipstick.bin").write_bytes(packed)
    (out / "slipstick.js").write_text(script)
    mark = "<!-- scripts -->"
    (out / "index.html").write_text(page.replace(mark, '<script src="slipstick.js"></script>'))
    inside = script.replace("</script", "<\\/script")
    text = base64.b64encode(packed).decode()
    (out / "slipstick.html").write_text(
        page.replace(mark, f'<script>const slipstickPack = "{text}";</script>\n<script>{inside}</script>'))
    folder = len(packed) + len(gzip.compress(script.encode(), 9)) + len(gzip.compress(page.encode(), 9))
    single = (out / "slipstick.html").stat().st_size
    print(f"folder {folder / 1e6:.2f} MB compressed, slipstick.html {single / 1e6:.2f} MB")


main()
