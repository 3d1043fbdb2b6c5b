# SPDX-License-Identifier: MIT
"""The sandbox as a page in a notebook."""

import html
import json
import os
import sys

from ._library import HERE, ROOT, Error


def _find():
    """The page in one file: beside the module, where a checkout builds it, or where the program is installed."""
    given = os.environ.get("SLIPSTICK_PAGE")
    folders = [HERE, os.path.join(ROOT, "build", "web")]
    folders += [os.path.join(prefix, "share", "slipstick", "web") for prefix in (sys.prefix, "/usr/local", "/usr")]
    for path in [given] if given else [os.path.join(folder, "slipstick.html") for folder in folders]:
        if os.path.isfile(path):
            return path
    raise Error("there is no slipstick.html. ./slipstick web builds it in a checkout, and a wheel that is made after that "
                "brings it along; SLIPSTICK_PAGE names another file", "page")


class Page:
    """The sandbox as a page: as the last line of a notebook cell it plays there. `save` writes a file for a browser."""

    def __init__(self, scene, height, title):
        self.height, self.title = height, title
        self._path, self._scene = _find(), scene

    def _text(self):
        with open(self._path, encoding="utf-8") as file:
            page = file.read()
        baked = json.dumps({"scene": self._scene}).replace("</", "<\\/").replace("<!--", "<\\!--")
        before, after = page.split("<!-- scene -->", 1)  # two marks, for what a page brings along
        return before + "<!-- scene --><script>window.slipstickBaked = %s;</script>" % baked + after[after.index("<!-- /scene -->"):]

    def save(self, path):
        """Writes the page as a file of its own, which needs nothing but a browser."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self._text())

    def _repr_html_(self):
        return '<iframe srcdoc="%s" title="%s" width="100%%" height="%d" style="border:0" allow="fullscreen"></iframe>' % (
            html.escape(self._text()), html.escape(self.title), self.height)

    def __repr__(self):
        return "<Page with %s>" % self.title
