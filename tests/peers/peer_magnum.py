"""Magnum's classes against the questions about drivers."""

import json
import random
import tempfile
from pathlib import Path

from compare import Comparison
from drivers import classes, generate

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
}


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
    comparison.finish(EXPECTED)


main()
