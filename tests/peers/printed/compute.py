"""Nova in this process, with its API over loopback."""

import json
import logging
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from printed.serving import serve, shipped

CONFIG = """[DEFAULT]
host = compute
log_file = {folder}/nova.log
transport_url = fake://
compute_driver = ironic.IronicDriver
[api_database]
connection = sqlite:///{folder}/nova-api.db
[database]
connection = sqlite:///{folder}/nova.db
[wsgi]
api_paste_config = {paste}
[ironic]
auth_type = none
endpoint_override = {bare_metal}
[placement]
auth_type = admin_token
token = admin
endpoint = {placement}
endpoint_override = {placement}
[glance]
endpoint_override = {image}
"""
# What the API calls what Nova keeps of a flavor.
API = {
    "name": "name",
    "vcpus": "vcpus",
    "memory_mb": "ram",
    "root_gb": "disk",
    "ephemeral_gb": "OS-FLV-EXT-DATA:ephemeral",
    "swap": "swap",
}


class Compute:
    """Reads nodes from Ironic, images from Glance, and writes to Placement."""

    def __init__(self, folder, **addresses):
        self.flavors = []
        folder.mkdir()
        config = folder / "nova.conf"
        paste = shipped("nova/api-paste.ini", folder)
        config.write_text(CONFIG.format(folder=folder, paste=paste, **addresses))
        from nova import config as nova_config

        nova_config.parse_args(["nova", "--config-file", str(config)])
        logging.disable(logging.CRITICAL)
        # It would write what fails here into its log.
        sys.excepthook = sys.__excepthook__
        from nova import objects
        from nova.db.api import models
        from nova.db.api.api import get_engine

        objects.register_all()
        models.BASE.metadata.create_all(get_engine())
        from paste import deploy

        self.address = f"http://127.0.0.1:{serve(deploy.loadapp(f'config:{paste}', name='osapi_compute'))}"

    def ask(self, method, path, body=None):
        """The body of a response of the API, which has to be one of success, or nothing where it refuses a body."""
        request = Request(
            f"{self.address}/v2.1{path}",
            None if body is None else json.dumps(body).encode(),
            {"Content-Type": "application/json"},
            method=method,
        )
        try:
            with urlopen(request) as response:
                return json.loads(response.read() or b"{}")
        except HTTPError as refused:
            assert refused.code == 400, (method, path, body, refused.read())
            return None

    def clear(self):
        """Has the API delete the flavors that it made."""
        while self.flavors:
            self.ask("DELETE", f"/flavors/{self.flavors.pop()}")

    def create(self, flavor):
        """Has the API make a flavor, without the extra specs that it refuses, and tells which it took."""
        shown = self.ask("POST", "/flavors", {"flavor": {API[key]: flavor[key] for key in API}})["flavor"]
        self.flavors.append(shown["id"])
        path, specs = f"/flavors/{shown['id']}/os-extra_specs", flavor["extra_specs"]
        if specs and not self.ask("POST", path, {"extra_specs": specs}):
            pairs = [{key: value} for key, value in specs.items()]
            specs = {}
            for pair in pairs:
                specs.update(pair if self.ask("POST", path, {"extra_specs": pair}) else {})
        return {**flavor, "extra_specs": specs}
