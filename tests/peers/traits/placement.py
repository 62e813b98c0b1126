"""A running Placement, over loopback, with a database that is emptied between cases."""

import http.client
import json
import os
import sqlite3
import sys
import threading
from pathlib import Path
from socketserver import ThreadingMixIn
from urllib.parse import quote, urlencode
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

CONFIG = """[DEFAULT]
log_file = {folder}/log
[api]
auth_strategy = noauth2
[placement_database]
connection = sqlite:///{folder}/placement.db
sync_on_startup = true
sqlite_synchronous = false
"""
NEWEST = "1.39"


class Quiet(WSGIRequestHandler):
    """Keeps a connection open, and says nothing of each request."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass


class Server(ThreadingMixIn, WSGIServer):
    """A thread for each connection, so that one that stays open does not hold up the rest."""

    daemon_threads = True


class Placement:
    """Serves in threads of this process."""

    def __init__(self, folder):
        (Path(folder) / "placement.conf").write_text(CONFIG.format(folder=folder))
        os.environ["OS_PLACEMENT_CONFIG_DIR"] = str(folder)
        from placement.wsgi.api import application

        # It would write what fails here into its log.
        sys.excepthook = sys.__excepthook__
        server = make_server("127.0.0.1", 0, application, Server, Quiet)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{server.server_port}"
        self.connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=60)
        self.database = Path(folder) / "placement.db"
        # The first answer comes when the standard names are there.
        self.ask("GET", "/traits")
        self.pristine = sqlite3.connect(":memory:")
        with sqlite3.connect(self.database) as filled:
            filled.backup(self.pristine)
        filled.close()

    def ask(self, method, path, body=None, microversion=NEWEST):
        """The status and the body of the response."""
        headers = {"X-Auth-Token": "admin", "OpenStack-API-Version": f"placement {microversion}"}
        text = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            text = json.dumps(body)
        self.connection.request(method, path, text, headers)
        response = self.connection.getresponse()
        read = response.read()
        return response.status, json.loads(read) if read.startswith(b"{") else read.decode()

    def clear(self):
        """Back to the beginning."""
        with sqlite3.connect(self.database, timeout=30) as used:
            self.pristine.backup(used)
        used.close()

    def create(self, provider):
        """A provider with its inventory, traits and aggregates; custom names are created with it."""
        place = f"/resource_providers/{provider['uuid']}"
        self.must("POST", "/resource_providers", {"name": provider["name"], "uuid": provider["uuid"]})
        for name in provider["inventory"]:
            if name.startswith("CUSTOM_"):
                self.must("PUT", f"/resource_classes/{name}")
        self.know(provider["traits"])
        inventories = {"inventories": provider["inventory"], "resource_provider_generation": 0}
        generation = self.must("PUT", f"{place}/inventories", inventories)["resource_provider_generation"]
        traits = {"traits": provider["traits"], "resource_provider_generation": generation}
        generation = self.must("PUT", f"{place}/traits", traits)["resource_provider_generation"]
        aggregates = {"aggregates": provider["aggregates"], "resource_provider_generation": generation}
        self.must("PUT", f"{place}/aggregates", aggregates)

    def know(self, traits):
        """Creates custom traits."""
        for name in traits:
            if name.startswith("CUSTOM_"):
                self.must("PUT", trait(name))

    def must(self, method, path, body=None):
        """The body of a response that has to be one of success."""
        status, answer = self.ask(method, path, body)
        assert status < 300, (method, path, body, status, answer)
        return answer

    def candidates(self, query, microversion):
        """The status and either the providers by uuid or the words of the refusal."""
        path = "/allocation_candidates?" + urlencode([tuple(pair) for pair in query])
        status, body = self.ask("GET", path, microversion=microversion)
        if status == 200:
            return status, set(body["provider_summaries"])
        return status, body["errors"][0]["detail"] if isinstance(body, dict) else body


def trait(name):
    """The path of a trait."""
    return "/traits/" + quote(name, safe="")
