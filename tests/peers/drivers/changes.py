"""What is asked of a running API: creations, looks and changes of templates."""

from drivers import generate

MICROVERSIONS = [
    None,
    "container-infra 1.1",
    "container-infra 1.14",
    "container-infrastructure-management 1.7",
    "container-infrastructure latest",
    "container-infra LATEST",
]
REFUSED_MICROVERSIONS = [
    "container-infra 1.15",
    "container-infra 1.0",
    "container-infra 2.1",
    "compute 1.1",
    "container-infra 1.x",
    "1.1",
    "container-infra",
    "Container-Infra 1.1",
]
FLAGS = ["true", "True", "false", "no", "maybe", 1]
VALUES = {
    "/name": ["n1", "n2"],
    "/tags": ["t1", "t1,t2"],
    "/public": FLAGS,
    "/hidden": FLAGS,
    "/tls_disabled": FLAGS,
    "/cluster_distro": ["ubuntu", "flatcar"],
    "/server_type": ["vm", "bm", "other"],
    "/coe": ["kubernetes", "swarm"],
    "/network_driver": ["calico", "flannel", "other"],
    "/volume_driver": ["cinder", "other"],
    "/apiserver_port": [6443, "6443", 80],
    "/docker_volume_size": [5, 0, "5", True],
    "/insecure_registry": ["r"],
    "/uuid": ["u"],
    "/project_id": ["p"],
    "/nothing": ["n"],
    "/labels/a": ["v"],
    "/driver/a": ["v"],
    "driver": ["v"],
    "/a b": ["v"],
}


def microversion(dice):
    """A header, most often one that is understood."""
    return dice.choice(MICROVERSIONS * 6 + REFUSED_MICROVERSIONS)


def template(dice, drivers):
    """A template as it is stored, in the shape in which the service shows it."""
    stored = generate.template(dice, drivers)
    return {
        **stored,
        "driver": stored["driver"] or None,
        "name": dice.choice([None, "n1", "n2"]),
        "public": dice.random() < 0.3,
        "hidden": dice.random() < 0.3,
        "tags": dice.choice([None, "t1"]),
        "network_driver": "calico",
        "referenced_by_cluster": dice.random() < 0.4,
    }


def patch(dice, drivers):
    """One or two operations."""
    operations = [operation(dice, drivers)]
    if dice.random() < 0.2:
        operations.append(operation(dice, drivers))
    return operations


def operation(dice, drivers):
    """An operation, most often on the driver."""
    word = dice.choice(["replace", "replace", "add", "remove"])
    path = dice.choice(["/driver"] * 12 + list(VALUES))
    made = {"op": word, "path": path}
    if word != "remove" and dice.random() < 0.95:
        made["value"] = value(dice, path, drivers)
    if dice.random() < 0.03:
        made["op"] = dice.choice(["move", "test", "Add"])
    return made


def value(dice, path, drivers):
    """A value for an attribute, most often one that it takes."""
    if path == "/driver":
        return dice.choice([generate.named(dice, drivers)] * 6 + ["", None, 5, *generate.LONG])
    return dice.choice(VALUES[path] * 3 + ["", None, 7, "x" * 256])
