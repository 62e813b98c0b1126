"""Templates and images as the real clients print them, against what Magnum makes of them.

The images stand in Glance and the templates in Magnum, each behind its own API. What becomes of a template that is
created again Magnum's API says, and who makes clusters of it say the classes that its conductor uses.
"""

import json
import random
import tempfile
from contextlib import ExitStack
from pathlib import Path

from compare import Comparison
from drivers import classes, generate, upgrades
from printed import files, templates
from printed.client import Client
from printed.running import Running

CHANGES, TEMPLATES, IMAGES = 2, 104, 12
EXPECTED = {
    "drivers/compare": {"changes": 2},
    "drivers/resolve": {"201": 15, "driver-not-supported": 8},
}


def images(dice, folder, client):
    """What Glance keeps of each image, and the file that shows it."""
    for number in range(IMAGES):
        kept = client.makes("image", "/v2/images", templates.image(dice, f"image-{number}"))
        path = folder / f"image-{number}.json"
        path.write_text(client.prints("image", "image", "show", kept["name"]))
        yield kept, path


def resolve(comparison, dice, side, shown, registry):
    """What a request gets for each image, which may name a driver."""
    for image, path in shown:
        request = {"coe": "kubernetes"}
        if dice.random() < 0.4:
            request["driver"] = generate.named(dice, side.drivers)
        status, error, made = side.create({**request, "image_id": image["id"]})
        theirs = {"status": status, "error": error}
        if status == 201:
            theirs.update(driver=made["driver"], clusterDistro=made["cluster_distro"], hasDriver="driver" in made)
        words = ["drivers", registry, side.folder / "magnum.conf", "--image", path]
        words += ["--edition", "upstream", "-o", "json"]
        words += ["--driver", request["driver"]] if "driver" in request else []
        given = {"words": list(map(str, words)), "request": request, "image": image, "config": side.config}
        comparison.add("drivers/resolve", given, theirs, error or str(status))


def compare(comparison, dice, place, sides, shown):
    """What becomes of templates that stand in the service before the change."""
    stored = []
    for number in range(TEMPLATES):
        stored.append(sides[0].store(dice, f"t{number}", dice.choice(shown)[0]))
    client = Client(containers=f"http://127.0.0.1:{sides[0].service.port}/v1")
    printed = []
    for template in stored:
        path = place / f"{template['name']}.json"
        path.write_text(client.prints("containers", "coe", "cluster", "template", "show", template["uuid"]))
        printed.append(path)
    known = {image["id"]: path for image, path in shown}
    given = {"before": sides[0].registry(), "after": sides[1].registry(), "beforeNaming": False, "templates": []}
    for template, path in zip(stored, printed):
        # Who asks puts the word of the image beside the template.
        said = json.loads(known[template["image_id"]].read_text())["properties"].get("magnum_driver")
        given["templates"].append({**json.loads(path.read_text()), "magnum_driver": said})
    asked = place / "compare.json"
    asked.write_text(json.dumps(given))
    theirs = upgrades.told(stored, *[list(side.runs(stored)) for side in sides], sides[1].drivers)
    words = ["ask", "drivers/compare", "-f", str(asked), "--edition", "upstream", "-o", "json"]
    case = {"words": words, "given": given}
    comparison.add("drivers/compare", case, theirs, "goes on" if theirs["same"] else "changes")


def change(comparison, dice, place, address, shown):
    """Two services, and what is asked of them."""
    place.mkdir()
    packages = [generate.registry(dice), generate.registry(dice)]
    with ExitStack() as running:
        sides = []
        for word, some in zip(("before", "after"), packages):
            sides.append(templates.Side(place / word, dice, some, address))
            running.callback(sides[-1].service.stop)
        for side in sides:
            side.service.wait()
            registry = place / f"{side.folder.name}.json"
            registry.write_text(json.dumps({**side.registry(), "config": None}))
            resolve(comparison, dice, side, shown, registry)
        compare(comparison, dice, place, sides, shown)


def main():
    classes.start()
    dice = random.Random(106)
    comparison = Comparison("magnum 23.0.0, as openstackclient 10.5.0 and magnumclient 5.0.0 print its templates")
    with tempfile.TemporaryDirectory() as folder, ExitStack() as running:
        folder = Path(folder)
        service = Running("image_api", folder / "glance")
        running.callback(service.stop)
        address = service.wait()
        shown = list(images(dice, folder, Client(image=address)))
        for number in range(CHANGES):
            change(comparison, dice, folder / f"change{number}", address, shown)
        comparison.finish(EXPECTED, files.answers)


main()
