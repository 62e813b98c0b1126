"""Magnum's classes against the questions about drivers."""

import json
import random
import tempfile
from pathlib import Path

from compare import Comparison
from drivers import classes, generate, upgrades

EXPECTED = {
    "drivers/default": {"driver": 300, "none": 50, "driver-not-supported": 50, "server-error": 5},
    "drivers/lookup": {
        "driver": 500,
        "driver-not-supported": 300,
        "cluster-type-not-supported": 300,
        "server-error": 50,
    },
    "drivers/resolve": {
        "201": 500,
        "driver-not-supported": 100,
        "cluster-type-not-supported": 10,
        "image-not-found": 50,
        "image-not-authorized": 50,
        "image-ambiguous": 20,
        "image-service-failed": 20,
        "os-distro-missing": 50,
        "invalid-field": 100,
        "server-error": 20,
    },
    "drivers/create-cluster": {"pass": 100, "cluster-type-not-supported": 100, "server-error": 10},
    "drivers/compare": {"changes": 100, "goes on": 2},
}


def runs(folder, packages, config, templates, naming, stores):
    """Who makes clusters of each template, and which driver each gets where it is created again."""
    with classes.installed(folder, packages, config):
        for template in templates:
            stored = {key: template[key] for key in ("server_type", "coe", "cluster_distro")}
            cluster = classes.create_cluster({"template": {**stored, "driver": template["driver"] if stores else None}})
            if cluster["apiGate"] != "pass":
                cluster = {"conductorDriver": None, "conductorError": cluster["apiGate"]}
            if naming:
                image = {"os_distro": template["cluster_distro"], "magnum_driver": template["magnum_driver"]}
                again = classes.answer(classes.resolve, json.dumps({"image_id": "image", **stored}), image)
            else:
                kind = {"serverType": stored["server_type"], "os": stored["cluster_distro"], "coe": stored["coe"]}
                again = classes.answer(classes.lookup, kind)
            made = upgrades.run(cluster["conductorDriver"], cluster["conductorError"])
            yield made, upgrades.run(again.get("driver"), again["error"])


def compared(dice, folder):
    """A change of the registry, the configuration or the feature, and what the classes make of each template on both
    sides of it."""
    sides = []
    for _ in range(2):
        packages = generate.registry(dice, faulty=0.04)
        # What is compared is most often a change, and not another place.
        if sides and dice.random() < 0.5:
            packages = dice.sample(sides[0][0], len(sides[0][0]))
        sides.append((packages, generate.config(dice)))
    naming = dice.random() < 0.6
    drivers = [driver for packages, _ in sides for package in packages for driver in package]
    templates = [
        {
            **generate.template(dice, drivers),
            "name": f"t{number}",
            "magnum_driver": dice.choice([None] * 4 + ["", generate.named(dice, drivers)]),
        }
        for number in range(12)
    ]
    before = list(runs(folder / "before", *sides[0], templates, naming, naming))
    after = list(runs(folder / "after", *sides[1], templates, True, naming))
    registries = [
        {"apiVersion": "fitment/v1", "kind": "DriverRegistry", "metadata": {"name": name}, "config": config,
         "drivers": [driver for package in packages for driver in package]}
        for name, (packages, config) in zip(("before", "after"), sides)
    ]
    given = {"before": registries[0], "after": registries[1], "beforeNaming": not naming, "templates": templates}
    return given, upgrades.told(templates, before, after, registries[1]["drivers"])


def word(theirs):
    """The outcome that a case counts as."""
    return theirs.get("error") or theirs.get("apiGate") or str(theirs.get("status") or "") or (
        "driver" if theirs["driver"] else "none"
    )


def main():
    classes.start()
    dice = random.Random(23)
    comparison = Comparison("magnum 23.0.0, classes")
    with tempfile.TemporaryDirectory() as folder:
        for number in range(900):
            packages = generate.registry(dice, faulty=0.1 if number % 5 == 0 else 0.0)
            drivers = [driver for package in packages for driver in package]
            config = generate.config(dice)
            common = {"registeredDrivers": drivers, "config": config}

            def case(question, given, call, *asked):
                theirs = classes.answer(call, *asked)
                comparison.add(question, {**common, **given}, theirs, word(theirs))

            with classes.installed(Path(folder) / f"r{number}", packages, config):
                case("drivers/default", {}, classes.default)
                for _ in range(3):
                    given = generate.lookup(dice, drivers)
                    case("drivers/lookup", given, classes.lookup, given)
                    body, image = generate.request(dice, drivers), generate.image(dice, drivers)
                    text = json.dumps({"image_id": "image", **body})
                    given = {"request": body, "image": image}
                    case("drivers/resolve", given, classes.resolve, text, image)
                given = {"template": generate.template(dice, drivers)}
                case("drivers/create-cluster", given, classes.create_cluster, given)
        for number in range(250):
            given, theirs = compared(dice, Path(folder) / f"c{number}")
            comparison.add("drivers/compare", given, theirs, "goes on" if theirs["same"] else "changes")
    comparison.finish(EXPECTED)


main()
