"""Nodes, flavors and images as the real clients print them, against what Nova writes to Placement and asks of it.

The nodes stand in Ironic, the flavors in Nova, the images in Glance, and each answers over its own API: to the
`openstack` command and openstacksdk, whose files Fitment is given, and to Nova's own code, which reports the nodes to
Placement and makes the scheduler's query.
"""

import random
import tempfile
from contextlib import ExitStack
from pathlib import Path

from compare import Comparison
from printed import bare_metal, columns, files, metal
from printed.client import Client
from printed.compute import Compute
from printed.running import Running
from traits.placement import Placement
from traits.refusals import reasons

FLEETS, NODES, FLAVORS, IMAGES = 10, 30, 24, 16
EXPECTED = {
    "traits/match-nodes": {
        "candidates": 100,
        "no-candidates": 25,
        "unknown-trait": 5,
        "unknown-resource-class": 10,
    }
}


class Cloud:
    """The services, and the clients beside them."""

    def __init__(self, folder, dice, running):
        self.folder, self.dice = folder, dice
        self.bare_metal = Running("ironic_api", folder / "ironic")
        running.callback(self.bare_metal.stop)
        image = Running("image_api", folder / "glance")
        running.callback(image.stop)
        (folder / "placement").mkdir()
        self.placement = Placement(folder / "placement")
        known = {"bare_metal": self.bare_metal.wait(), "image": image.wait()}
        self.compute = Compute(folder / "nova", placement=self.placement.address, **known)
        self.client = Client(compute=f"{self.compute.address}/v2.1", **known)
        self.images = [self.image(number) for number in range(IMAGES)]

    def image(self, number):
        """An image: what it was made of, its id, and the file that shows it."""
        made = metal.image(self.dice, f"image-{number}")
        identity = self.client.makes("image", "/v2/images", made)["id"]
        form = ("json", "yaml")[number % 2]
        path = self.folder / f"image-{number}.{form}"
        path.write_text(self.client.prints("image", "image", "show", made["name"], form=form))
        return made, identity, path

    def fill(self, nodes):
        """Puts a fleet into Ironic and has Nova report it; which nodes it could not report."""
        from printed import report

        self.bare_metal.keep(nodes)
        self.placement.clear()
        wrong = report.nodes([node["instance_uuid"] for node in nodes if "instance_uuid" in node])
        return {name(node): wrong[node["uuid"]] for node in nodes if node["uuid"] in wrong}

    def match(self, nodes, flavor, image, volume):
        """What Placement says of the query that Nova makes."""
        from printed import report

        query = report.query(flavor["name"], image, volume)
        status, found = self.placement.candidates(query, "1.36")
        if status != 200:
            return {"outcome": "rejected", "status": status, "reason": reasons(found, query), "candidates": []}
        shown = sorted(name(node) for node in nodes if node["uuid"] in found)
        return {"outcome": "candidates" if shown else "no-candidates", "candidates": shown, "reason": None}

    def flavors(self, place):
        """Flavors of a fleet in Nova, and the file in which each is told."""
        self.compute.clear()
        wanted = [metal.flavor(self.dice, f"{place.name}-{number}", number) for number in range(FLAVORS)]
        made = [self.compute.create(flavor) for flavor in wanted]
        form = self.dice.choice(["json", "yaml"])
        listed = place / f"flavors.{form}"
        listed.write_text(self.client.prints("compute", "flavor", "list", "--all", "--long", form=form))
        for number, flavor in enumerate(made):
            if number % 4:
                yield flavor, ["--flavor", listed, "--name", flavor["name"]]
                continue
            shown = place / f"{flavor['name']}.{form}"
            shown.write_text(self.client.prints("compute", "flavor", "show", flavor["name"], form=form))
            yield flavor, ["--flavor", shown]


def name(node):
    """What a node is called."""
    return node["name"] or node["uuid"]


def compare(comparison, cloud, number):
    """A fleet, and flavors that are asked of it."""
    dice = cloud.dice
    place = cloud.folder / f"fleet-{number}"
    place.mkdir()
    nodes = metal.fleet(dice, NODES)
    unsynced = cloud.fill(nodes)
    printed = bare_metal.FORMS[number % len(bare_metal.FORMS)](cloud.client, place)
    for flavor, words in cloud.flavors(place):
        made, image, path = dice.choice(cloud.images) if dice.random() < 0.3 else (None, None, None)
        volume = dice.random() < 0.1
        theirs = {**cloud.match(nodes, flavor, image, volume), "unsyncedNodes": unsynced}
        words = ["nodes", *words, "--nodes", printed, "--edition", "upstream", "-o", "json"]
        words += ["--image", path] if image else []
        words += ["--boot-from-volume"] if volume else []
        given = {"words": list(map(str, words)), "flavor": flavor, "image": made, "nodes": nodes}
        word = min(theirs["reason"]) if theirs["reason"] else theirs["outcome"]
        comparison.add("traits/match-nodes", given, theirs, word)


def snapshots(cloud):
    """Holds the snapshots of the suite against what the clients print of the last fleet."""
    for name, service, words in [
        ("node-list", "bare_metal", bare_metal.LIST[:-1]),
        ("node-list-long", "bare_metal", bare_metal.LIST),
        ("flavor-list", "compute", ["flavor", "list", "--all"]),
        ("flavor-list-long", "compute", ["flavor", "list", "--all", "--long"]),
        ("flavor-show", "compute", ["flavor", "show", f"fleet-{FLEETS - 1}-0"]),
        ("image-list", "image", ["image", "list"]),
        ("image-show", "image", ["image", "show", "image-0"]),
    ]:
        columns.check(name, cloud.client.prints(service, *words))


def main():
    comparison = Comparison("nova 34.0.0, ironic 39.0.0 and placement 16.0.0, as openstackclient 10.5.0 prints them")
    with tempfile.TemporaryDirectory() as folder, ExitStack() as running:
        cloud = Cloud(Path(folder), random.Random(105), running)
        for number in range(FLEETS):
            compare(comparison, cloud, number)
        snapshots(cloud)
        comparison.finish(EXPECTED, files.answers)


main()
