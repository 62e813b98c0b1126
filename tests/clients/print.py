"""What the real clients print of nodes, flavors, images and ports, into `tests/clients/printed`.

    python3 -m venv V && V/bin/pip install -r tests/clients/requirements.txt && V/bin/python tests/clients/print.py
    V/bin/pip install python-ironicclient==5.3.0 && V/bin/python tests/clients/print.py labelled-node-list labelled-node-list-long

The clients talk to a server on loopback that answers as the services do: what they say of the objects stands in
`tests/clients/rest`. What the clients make of it is theirs. `tests/peers/peer_printed_fleets.py` holds the columns against
those that they print of the real services.
"""

import json
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

HERE = Path(__file__).parent
REST, PRINTED = HERE / "rest", HERE / "printed"
OPENSTACK = Path(sys.executable).with_name("openstack")


def said(name):
    return json.loads((REST / f"{name}.json").read_text())


NODES, FLAVORS, IMAGES = said("nodes"), said("flavors"), said("images")
PORTS, NETWORK_PORTS = said("ports"), said("network-ports")
SHORT = ("uuid", "name", "instance_uuid", "power_state", "provision_state", "maintenance", "links")


def versions(kind, least, most, path):
    """What the root of a service says of its versions."""
    links = [{"rel": "self", "href": f"http://{{host}}{path}"}]
    version = {"id": kind, "status": "CURRENT", "version": most, "min_version": least, "links": links}
    return {"versions": [version], "version": version, "default_version": version, "id": kind, "name": "service"}


class Service(BaseHTTPRequestHandler):
    """Ironic, Nova, the image service and the network service behind one address, told apart by the first part of the path."""

    def do_GET(self):
        address = urlsplit(self.path)
        query = parse_qs(address.query)
        status, body = self.answer(address.path.rstrip("/"), query)
        text = json.dumps(body).replace("{host}", self.headers["Host"]).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        for header, value in (
            ("X-OpenStack-Ironic-API-Version", self.headers.get("X-OpenStack-Ironic-API-Version", "1.1")),
            ("X-OpenStack-Ironic-API-Minimum-Version", "1.1"),
            ("X-OpenStack-Ironic-API-Maximum-Version", "1.104"),
        ):
            self.send_header(header, value)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def answer(self, path, query):
        if path in ("/baremetal", "/baremetal/v1"):
            return 200, versions("v1", "1.1", "1.104", "/baremetal/v1/")
        if path == "/baremetal/v1/nodes" or path == "/baremetal/v1/nodes/detail":
            whole = path.endswith("detail") or query.get("detail") == ["True"]
            fields = query.get("fields", [",".join(SHORT)])[0].split(",")
            return 200, {"nodes": [node if whole else {key: node[key] for key in fields} for node in NODES]}
        if path == "/baremetal/v1/ports" or path == "/baremetal/v1/ports/detail":
            whole = path.endswith("detail") or query.get("detail") == ["True"]
            fields = query.get("fields", ["uuid,address"])[0].split(",")
            return 200, {"ports": [port if whole else {key: port[key] for key in fields} for port in PORTS]}
        if path.startswith("/baremetal/v1/nodes/"):
            return one(NODES, path, "name", "uuid", lambda node: node)
        if path in ("/compute", "/compute/v2.1"):
            return 200, versions("v2.1", "2.1", "2.100", "/compute/v2.1/")
        if path == "/compute/v2.1/flavors/detail":
            return 200, {"flavors": FLAVORS}
        if path == "/compute/v2.1/flavors":
            return 200, {"flavors": [{key: flavor[key] for key in ("id", "name", "links")} for flavor in FLAVORS]}
        if path.endswith("/os-flavor-access"):
            return 200, {"flavor_access": [{"flavor_id": "4", "tenant_id": "b0b0b0b0"}]}
        if path.startswith("/compute/v2.1/flavors/"):
            return one(FLAVORS, path, "name", "id", lambda flavor: {"flavor": flavor})
        if path in ("/image", "/image/v2"):
            return 200, versions("v2.16", "", "", "/image/v2/")
        if path == "/image/v2/images":
            return 200, {"images": IMAGES, "first": "/v2/images", "schema": "/v2/schemas/images"}
        if path.startswith("/image/v2/images/"):
            return one(IMAGES, path, "name", "id", lambda image: image)
        if path in ("/network", "/network/v2.0"):
            return 200, versions("v2.0", "", "", "/network/v2.0/")
        if path == "/network/v2.0/ports":
            return 200, {"ports": NETWORK_PORTS}
        return 404, {"error": {"code": 404, "message": path}}

    def log_message(self, *_):
        pass


def one(objects, path, name, identity, shown):
    wanted = path.rpartition("/")[2]
    found = [thing for thing in objects if wanted in (thing[name], thing[identity])]
    return (200, shown(found[0])) if found else (404, {"itemNotFound": {"code": 404, "message": wanted}})


def command(address, service, *words):
    """What the command prints, in both forms."""
    for form in ("json", "yaml"):
        given = ["--os-auth-type", "none", "--os-endpoint", f"{address}/{service}"]
        printed = subprocess.run([OPENSTACK, *given, *words, "-f", form], check=True, capture_output=True, text=True)
        yield form, printed.stdout


# Older releases of python-ironicclient head the columns with labels: print these with 5.3.0 installed.
LABELLED = {
    "labelled-node-list": "node-list",
    "labelled-node-list-long": "node-list-long",
    "labelled-baremetal-port-list": "baremetal-port-list",
}
COMMANDS = {
    "node-list": ("baremetal/v1", "baremetal", "node", "list"),
    "node-list-long": ("baremetal/v1", "baremetal", "node", "list", "--long"),
    "node-show": ("baremetal/v1", "baremetal", "node", "show", "r1-n02"),
    "flavor-list": ("compute/v2.1", "flavor", "list"),
    "flavor-list-long": ("compute/v2.1", "flavor", "list", "--all", "--long"),
    "flavor-show": ("compute/v2.1", "flavor", "show", "bm.gold.plusplus"),
    "image-list": ("image/v2", "image", "list"),
    "image-list-long": ("image/v2", "image", "list", "--long"),
    "baremetal-port-list": ("baremetal/v1", "baremetal", "port", "list"),
    "baremetal-port-list-long": ("baremetal/v1", "baremetal", "port", "list", "--long"),
    "port-list": ("network/v2.0", "port", "list"),
    "image-show": ("image/v2", "image", "show", "ubuntu-24.04"),
}


for labelled, name in LABELLED.items():
    COMMANDS[labelled] = COMMANDS[name]


def main():
    """Prints all of it, or what the arguments name."""
    wanted = sys.argv[1:] or [name for name in [*COMMANDS, "sdk"] if name not in LABELLED]
    server = ThreadingHTTPServer(("127.0.0.1", 0), Service)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}"
    PRINTED.mkdir(exist_ok=True)
    for name, words in COMMANDS.items():
        if name not in wanted:
            continue
        for form, text in command(address, *words):
            (PRINTED / f"{name}.{form}").write_text(text.replace(address, "http://127.0.0.1"))
    for name, objects in serialised(address) if "sdk" in wanted else ():
        text = json.dumps(objects, indent=2, default=str)
        (PRINTED / f"{name}.json").write_text(text.replace(address, "http://127.0.0.1") + "\n")
    server.shutdown()


def serialised(address):
    """What openstacksdk makes of the same objects."""
    import openstack

    places = {
        "baremetal_endpoint_override": f"{address}/baremetal/v1",
        "compute_endpoint_override": f"{address}/compute/v2.1",
        "image_endpoint_override": f"{address}/image/v2",
    }
    nothing = {"load_yaml_config": False, "load_envvars": False}
    cloud = openstack.connect(auth_type="none", auth={"endpoint": address}, **nothing, **places)
    yield "sdk-nodes", [node.to_dict(computed=False) for node in cloud.baremetal.nodes(details=True)]
    yield "sdk-nodes-short", [node.to_dict(computed=False) for node in cloud.baremetal.nodes()]
    some = ["uuid", "name", "traits", "resource_class", "provision_state", "power_state"]
    for name, given in (("", {"computed": False}), ("-original", {"original_names": True, "computed": False})):
        yield f"sdk-nodes-fields{name}", [node.to_dict(**given) for node in cloud.baremetal.nodes(fields=some)]
    yield "sdk-machines", cloud.list_machines()[:1]
    yield "sdk-flavors-names", [flavor.to_dict(computed=False) for flavor in cloud.compute.flavors(details=False)]
    yield "sdk-flavors", [flavor.to_dict(computed=False) for flavor in cloud.compute.flavors()]
    yield "sdk-images", [image.to_dict(computed=False) for image in cloud.image.images()]


if __name__ == "__main__":
    sys.exit(main())
