"""An assistant over HTTP that `dtaa-lint --answerability` can ask; the standard library alone.

python assistant.py PAGES.txt PORT    pages are parted by form feeds, as pdftotext writes them
"""

import json
import os
import re
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

PAGES = Path(sys.argv[1]).read_text("utf-8").split("\f")
TOKEN = os.environ.get("DTAA_LINT_HTTP_TOKEN")


class Assistant(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if TOKEN and self.headers["Authorization"] != f"Bearer {TOKEN}":
            self.send_error(401)
            return
        wanted = words(asked["question"])
        ranked = sorted(enumerate(PAGES, 1), key=lambda page: -len(wanted & words(page[1])))
        items = [{"id": f"page-{n}", "text": text, "page": n} for n, text in ranked[: asked["k"]]]
        body = json.dumps({"items": items}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


ThreadingHTTPServer(("127.0.0.1", int(sys.argv[2])), Assistant).serve_forever()
