"""Nodes of bare metal, and what is asked of them."""

import uuid

from traits import flavors
from traits.names import CUSTOM, MARKS, STANDARD

CLASSES = ["gold"] * 6 + ["silver"] * 2 + ["Gold", "g-o", "", None]
REFUSED = ["CUSTOM_a", "HW_CPU_NOTHING", "CUSTOM_" + "A" * 249]
DECIDED = [
    "COMPUTE_IMAGE_TYPE_ISO",
    "COMPUTE_IMAGE_TYPE_RAW",
    "COMPUTE_VOLUME_MULTI_ATTACH",
    "COMPUTE_ACCELERATORS",
    "COMPUTE_VOLUME_EXTEND",
    "COMPUTE_RESCUE_BFV",
    "COMPUTE_REMOTE_MANAGED_PORTS",
    "COMPUTE_MANAGED_PCI_DEVICE",
]
CONFIGURED = ["CUSTOM_A", "CUSTOM_FILE", "CUSTOM_FILE", "HW_CPU_X86_SGX", "COMPUTE_NODE"]


def node(dice, number):
    """A node as Ironic lists it."""
    traits = dice.sample(CUSTOM + STANDARD, dice.randint(0, 4))
    if dice.random() < 0.2:
        traits.append(dice.choice(MARKS))
    if dice.random() < 0.04:
        traits.append(dice.choice(REFUSED))
    made = {
        "name": f"n{number}",
        "uuid": str(uuid.UUID(int=dice.getrandbits(128), version=4)),
        "resource_class": dice.choice(CLASSES),
        "traits": traits if dice.random() < 0.97 else None,
        "provision_state": dice.choice(["available"] * 7 + ["active", "cleaning", None]),
        "power_state": dice.choice(["power off"] * 5 + ["power on", "error", None]),
        "maintenance": dice.random() < 0.07,
        "instance_uuid": str(uuid.UUID(int=1, version=4)) if dice.random() < 0.07 else None,
    }
    return made


def nodes(dice):
    """A fleet."""
    return [node(dice, number) for number in range(dice.choice([0, 2, 3, 3, 4]))]


def asked(dice):
    """A flavor of bare metal and an image, or sometimes anything at all."""
    if dice.random() < 0.15:
        return flavors.asked(dice)
    specs = {**flavors.ZEROED, f"resources:CUSTOM_{dice.choice(['GOLD', 'GOLD', 'GOLD', 'SILVER', 'TIN'])}": "1"}
    for _ in range(dice.choice([0, 1, 1, 2])):
        name = dice.choice((CUSTOM + STANDARD) * 4 + ["CUSTOM_NEVER", "OWNER_NOVA", "COMPUTE_NODE"])
        specs[f"trait:{name}"] = dice.choice(["required", "required", "forbidden"])
    given = {"flavor": {**flavors.flavor(dice), "extra_specs": specs}}
    if dice.random() < 0.3:
        properties = {f"trait:{dice.choice(CUSTOM + STANDARD)}": "required"}
        given["image"] = {"properties": properties}
    return given


def reported(dice):
    """A node that is reported, whose traits Placement takes, with what else Nova goes by."""
    found = node(dice, 1)
    if found["traits"] is not None:
        found["traits"] = [name for name in found["traits"] if name not in REFUSED]
        found["traits"] += dice.sample(DECIDED, dice.choice([0, 0, 1, 2]))
    if found["resource_class"] == "":
        # Of several faults Placement's refusal of the empty class is the last.
        return {"node": {**found, "traits": CUSTOM}}
    given = {"node": found}
    if dice.random() < 0.3:
        given["placementTraits"] = dice.sample(CUSTOM + MARKS + DECIDED[:3], dice.randint(0, 3))
    if dice.random() < 0.2:
        given[dice.choice(["serviceDisabled", "serviceDisabled", "serviceMissing"])] = True
    if dice.random() < 0.2:
        given["skipReserveInUse"] = True
    if dice.random() < 0.2:
        given["imageTypeExcludeList"] = dice.sample(["qcow2", "raw", "ami", "iso", "QCOW2"], dice.randint(1, 2))
    if dice.random() < 0.3:
        names = dice.sample(["$COMPUTE_NODE", found["uuid"], str(uuid.UUID(int=2, version=4))], dice.randint(1, 2))
        given["providerConfig"] = {name: dice.sample(CONFIGURED, dice.randint(0, 2)) for name in names}
    return given
