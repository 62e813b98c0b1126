"""The forms in which the nodes of a fleet reach Fitment."""

import json

import openstack

from printed.files import command

LIST = ("baremetal", "node", "list", "--long")


def listed(client, folder):
    """A list in JSON."""
    path = folder / "nodes.json"
    path.write_text(client.prints("bare_metal", *LIST))
    return path


def listed_as_yaml(client, folder):
    """A list in YAML."""
    path = folder / "nodes.yaml"
    path.write_text(client.prints("bare_metal", *LIST, form="yaml"))
    return path


def serialised(client, folder):
    """What openstacksdk makes of the nodes."""
    address = client.addresses["bare_metal"]
    cloud = openstack.connect(
        auth_type="none",
        auth={"endpoint": address},
        baremetal_endpoint_override=address,
        load_yaml_config=False,
        load_envvars=False,
    )
    path = folder / "sdk-nodes.json"
    path.write_text(json.dumps([node.to_dict(computed=False) for node in cloud.baremetal.nodes(details=True)]))
    return path


def fleet(client, folder):
    """What Fitment keeps of a list."""
    path = folder / "fleet.yaml"
    path.write_bytes(command("fleet", listed_as_yaml(client, folder), "-o", "yaml"))
    return path


def shown(client, folder):
    """What Fitment keeps of the nodes, each shown in a file of its own."""
    nodes = json.loads(client.prints("bare_metal", "baremetal", "node", "list"))
    place = folder / "nodes"
    place.mkdir()
    for number, node in enumerate(nodes):
        form = ("json", "yaml")[number % 2]
        text = client.prints("bare_metal", "baremetal", "node", "show", node["uuid"], form=form)
        (place / f"{number:02}.{form}").write_text(text)
    path = folder / "fleet.json"
    path.write_bytes(command("fleet", place, "--name", "shown", "-o", "json"))
    return path


FORMS = [listed, listed_as_yaml, serialised, fleet, shown]
