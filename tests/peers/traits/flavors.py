"""Flavors and images. The alphabets are small, so that groups, classes and traits meet."""

from traits.names import CUSTOM, STANDARD

SUFFIXES = ["", "", "", "1", "2", "_x", "s", "-", "." + "x", "a" * 64, "a" * 65]
CLASSES = ["CUSTOM_GOLD", "CUSTOM_SILVER", "VCPU", "PCPU", "MEMORY_MB", "DISK_GB", "CUSTOM_gold", "GOLD", "PGPU"]
AMOUNTS = ["0", "1", "1", "2", " 3 ", "+1", "-1", "1.5", "", "one", "1_0", "٣", "007"]
TRAITS = CUSTOM + STANDARD + ["CUSTOM_a", "A:B", "in:CUSTOM_A", ""]
WISHES = ["required"] * 4 + ["forbidden"] * 3 + ["Required", "required ", "", "true", "!CUSTOM_A"]
OTHERS = {
    "group_policy": ["none", "isolate", "none", "isolate", "None", ""],
    "capabilities:boot_mode": ["uefi", "<in> bios", "é"],
    "capabilities:a:b": ["x", '"'],
    "capabilities": ["x"],
    "capabilities:vcpus": ["4", "x"],
    "capabilities:cpu_info:arch": ["x86_64"],
    "capabilities:stats": ["x"],
    "capabilities:nodename.x": ["x"],
    "Trait:CUSTOM_A": ["required"],
    "Resources:CUSTOM_GOLD": ["1"],
    "quota:cpu": ["1"],
    "trait": ["required"],
    "traitless": ["x"],
    "traits_required": ["CUSTOM_A"],
}
ZEROED = {"resources:VCPU": "0", "resources:MEMORY_MB": "0", "resources:DISK_GB": "0"}


def key(dice):
    """The key of an extra spec that asks for a class or a trait."""
    if dice.random() < 0.5:
        return f"resources{dice.choice(SUFFIXES)}:{dice.choice(CLASSES)}"
    return f"{dice.choice(['trait'] * 9 + ['traits'])}{dice.choice(SUFFIXES)}:{dice.choice(TRAITS)}"


def extra_spec(dice):
    """A key and a value that goes with it."""
    if dice.random() < 0.15:
        name = dice.choice([*OTHERS, "group_policy", "group_policy"])
        return name, dice.choice(OTHERS[name])
    name = key(dice)
    return name, dice.choice(AMOUNTS if name.startswith("resources") else WISHES)


def flavor(dice):
    """A flavor, more often than not one of bare metal."""
    specs = dict(ZEROED, **{"resources:CUSTOM_GOLD": "1"}) if dice.random() < 0.5 else {}
    specs.update(extra_spec(dice) for _ in range(dice.randint(0, 5)))
    names = list(specs)
    dice.shuffle(names)
    return {
        "name": "bm",
        "vcpus": dice.choice([1, 4]),
        "memory_mb": dice.choice([512, 2048]),
        "root_gb": dice.choice([0, 10]),
        "ephemeral_gb": dice.choice([0, 5]),
        "swap": dice.choice([0, 1, 1024, 1025]),
        "extra_specs": {name: specs[name] for name in names},
    }


def image(dice):
    """An image, or none."""
    if dice.random() < 0.4:
        return None
    properties = {}
    for _ in range(dice.randint(0, 3)):
        wish = dice.choice(["required"] * 5 + ["forbidden", "Required", ""])
        properties[f"trait{dice.choice(['', '', '', '', '1'])}:{dice.choice(TRAITS[:7])}"] = wish
    if dice.random() < 0.1:
        properties["traits_required"] = "CUSTOM_A"
    return {"properties": properties}


def asked(dice):
    """What a server is asked to be."""
    given = {"flavor": flavor(dice)}
    found = image(dice)
    if found is not None:
        given["image"] = found
    if dice.random() < 0.2:
        given["bootFromVolume"] = True
    return given
