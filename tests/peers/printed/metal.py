"""Nodes, flavors and images as their services take them."""

import uuid

from traits import fleets, flavors
from traits.names import CUSTOM, MARKS, STANDARD

CLASSES = ["gold"] * 6 + ["silver"] * 2 + ["Gold", "g-o", "bare.metal large", "CUSTOM_GOLD", None]
STATES = ["available"] * 9 + ["active", "active", "cleaning", "clean wait", "manageable", "enroll", "deploy failed"]
POWERS = ["power off"] * 6 + ["power on"] * 2 + ["error", "rebooting", None]


def identity(dice):
    return str(uuid.UUID(int=dice.getrandbits(128), version=4))


def node(dice, number):
    """A node; some have no name."""
    traits = dice.sample(CUSTOM + STANDARD, dice.randint(0, 5))
    if dice.random() < 0.2:
        traits.append(dice.choice(MARKS))
    if dice.random() < 0.1:
        traits.append(dice.choice(fleets.DECIDED))
    made = {
        "uuid": identity(dice),
        "name": f"rack{number % 4}-n{number:02}" if dice.random() < 0.95 else None,
        "resource_class": dice.choice(CLASSES),
        "provision_state": dice.choice(STATES),
        "power_state": dice.choice(POWERS),
        "maintenance": dice.random() < 0.07,
        "traits": traits,
    }
    if made["provision_state"] == "active" or dice.random() < 0.03:
        made["instance_uuid"] = identity(dice)
    return made


def fleet(dice, size):
    """Its nodes."""
    return [node(dice, number) for number in range(size)]


def flavor(dice, name, number):
    """A flavor of bare metal, or sometimes anything at all; the first ask for one trait each."""
    made = fleets.asked(dice)["flavor"]
    if number < len(CUSTOM + STANDARD):
        trait = (CUSTOM + STANDARD)[number]
        made["extra_specs"] = {**flavors.ZEROED, "resources:CUSTOM_GOLD": "1", f"trait:{trait}": "required"}
    return {**made, "name": name}


def image(dice, name):
    """An image, which may ask for traits."""
    properties = {
        f"trait:{dice.choice(CUSTOM + STANDARD)}": dice.choice(["required"] * 5 + ["forbidden"])
        for _ in range(dice.choice([0, 1, 1, 2]))
    }
    return {"name": name, "disk_format": "raw", "container_format": "bare", "os_distro": "ubuntu", **properties}
