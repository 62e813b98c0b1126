"""An image service that stands in for Glance: it says of an image what its table says."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

STATUS = {"forbidden": 403, "other": 500, "not_found": 404, "duplicate": 404}


class ImageService:
    """Runs in a thread of its own; `images` holds the properties or the error of each name."""

    def __init__(self):
        self.images = {}
        images = self.images

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                place = urlsplit(self.path)
                status, body = say(images, place.path, parse_qs(place.query), self.headers["Host"])
                text = json.dumps(body).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


def say(images, path, query, host):
    """The status and the body of a response."""
    if not path.startswith("/v2/images"):
        link = {"rel": "self", "href": f"http://{host}/v2/"}
        return 300, {"versions": [{"id": "v2.16", "status": "CURRENT", "links": [link]}]}
    name = path.removeprefix("/v2/images").strip("/") or query.get("name", [""])[0]
    image = images.get(name, {"error": "not_found"})
    error = image.get("error")
    listed = path == "/v2/images"
    if listed and error in ("not_found", "duplicate"):
        found = [{"id": f"{name}-{count}", "name": name} for count in range(2)] if error == "duplicate" else []
        return 200, {"images": found}
    if error:
        return STATUS[error], {"code": STATUS[error], "title": error}
    properties = {key: value for key, value in image.items() if value is not None}
    found = {"id": name, "name": name, "status": "active", **properties}
    return 200, {"images": [found]} if listed else found
