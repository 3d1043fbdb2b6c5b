#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""serve.py FOLDER [PORT]: serves a folder to this computer alone; without a port, on 8000 or the next that is free."""
import functools
import http.server
import sys


class Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".js": "text/javascript"}

    def end_headers(self):
        self.send_header("Cache-Control", "no-cache")  # a page that was built again is shown
        super().end_headers()

    def log_message(self, *words):
        pass


def main():
    folder = sys.argv[1]
    ports = [int(sys.argv[2])] if len(sys.argv) > 2 else [*range(8000, 8020), 0]
    for port in ports:
        try:
            server = http.server.ThreadingHTTPServer(("127.0.0.1", port), functools.partial(Handler, directory=folder))
            break
        except OSError as error:
            reason = error
    else:
        sys.exit(f"serve.py: {reason}")
    print(f"http://127.0.0.1:{server.server_address[1]}/", flush=True)
    print("Ctrl+C ends the server.", file=sys.stderr)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


main()
