"""A running API of Magnum, with drivers and configuration of its own."""

import http.client
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

from drivers import plugins

ROOT = Path(__file__).parent.parent
WORDS = [
    ("driver-not-supported", "Cluster driver ("),
    ("cluster-type-not-supported", "Cluster type ("),
    ("image-not-found", "Image image-"),
    ("image-not-authorized", "Not authorized for image"),
    ("image-service-failed", "Server Error for url"),
    ("image-ambiguous", "Multiple images exist"),
    ("patch-internal-attribute", "is an internal attribute"),
    ("patch-mandatory-attribute", "is a mandatory attribute"),
    ("patch-needs-value", "operations needs value"),
    ("patch-unknown-attribute", "Adding a new attribute"),
    ("patch-add-exists", "has existed"),
    ("patch-conflict", "Couldn't apply patch"),
    ("template-in-use", "is referenced by one or"),
]


class Service:
    """Started with the packages installed; ended by `stop`, and by itself when this process ends."""

    def __init__(self, folder, packages, config, image_service):
        folder.mkdir()
        self.folder = folder
        (folder / "drivers.conf").write_text("\n".join(lines(config)))
        paths = plugins.write(folder, packages)
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([*paths, str(ROOT)]), "XDG_CACHE_HOME": str(folder)}
        server = [sys.executable, "-W", "ignore", "-m", "drivers.server", str(folder), image_service]
        self.log = open(folder / "log", "w", encoding="utf-8")
        self.process = subprocess.Popen(
            server, env=environment, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log, text=True
        )
        self.port = None

    def wait(self):
        """Waits until it listens."""
        port = self.process.stdout.readline()
        if not port:
            sys.exit("the API of Magnum does not start:\n" + (self.folder / "log").read_text()[-2000:])
        self.port = int(port)
        return self

    def stop(self):
        """Ends it."""
        self.process.kill()
        self.process.wait()
        self.log.close()

    def ask(self, method, path, body=None, version=None):
        """The status and the body of the response."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if version is not None:
            headers["OpenStack-API-Version"] = version
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        response = connection.getresponse()
        text = response.read()
        connection.close()
        return response.status, json.loads(text) if text.startswith((b"{", b"[")) else text.decode()

    def store(self, statement, *values):
        """Writes into its database what no request can make."""
        with sqlite3.connect(self.folder / "magnum.db", timeout=30) as database:
            database.execute(statement, values)
        database.close()


def lines(config):
    """The configuration as its file has it."""
    if config["default_driver"] is not None:
        yield f"default_driver = {config['default_driver']}"
    for option in ("disabled_drivers", "enabled_beta_drivers"):
        yield f"{option} = {','.join(config[option])}"


def refusal(status, body):
    """The word for an error, from what the service says of it."""
    if status < 400:
        return None
    if status == 406:
        return "version-not-acceptable"
    text = body if isinstance(body, str) else " ".join(str(error.get("detail")) for error in body.get("errors", []))
    if "doesn't contain os_distro field" in text:
        return "os-distro-missing"
    known = [word for word, fragment in WORDS if fragment in text]
    unknown = "invalid-field" if status == 400 else "server-error"
    return known[0] if known else unknown
