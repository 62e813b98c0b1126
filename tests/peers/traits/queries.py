"""Providers and raw queries. The alphabets are small, so that some meet and many nearly do."""

import uuid

from traits.names import CUSTOM, STANDARD

CLASSES = ["CUSTOM_GOLD", "CUSTOM_GOLD", "CUSTOM_SILVER", "VCPU"]
AGGREGATES = [str(uuid.UUID(int=number, version=4)) for number in (1, 2)]
NEVER = "CUSTOM_NEVER"
TRAITS = CUSTOM + STANDARD
VERSIONS = ["1.9", "1.10", "1.16", "1.17", "1.21", "1.22", "1.23", "1.24", "1.25", "1.29", "1.31", "1.32"]
VERSIONS += ["1.33", "1.34"] + ["1.35", "1.36", "1.38", "1.39"] * 4
SUFFIXES = ["", "", "", "", "1", "2", "1", "_x"]


def provider(dice, number):
    """A provider without children."""
    inventory = {}
    for name in sorted({dice.choice(CLASSES) for _ in range(dice.choice([1, 1, 2]))}):
        total = dice.randint(1, 4)
        inventory[name] = {"total": total, "reserved": dice.choice([0, 0, 0, 0, total])}
    return {
        "name": f"p{number}",
        "uuid": str(uuid.UUID(int=dice.getrandbits(128), version=4)),
        "inventory": inventory,
        "traits": sorted(dice.sample(TRAITS, dice.randint(0, 5))),
        "aggregates": sorted(dice.sample(AGGREGATES, dice.choice([0, 0, 1, 2]))),
    }


def providers(dice):
    """All that there is."""
    return [provider(dice, number) for number in range(dice.choice([0] + [3, 4, 5] * 4))]


def resources(dice):
    """What a group asks for."""
    if dice.random() < 0.04:
        return dice.choice(["", " ", "CUSTOM_GOLD", "CUSTOM_GOLD:0", "CUSTOM_GOLD:x", "CUSTOM_GOLD:-1", ":1", "GOLD:1"])
    names = dice.sample(["CUSTOM_GOLD", "CUSTOM_SILVER", "VCPU"], dice.choice([1, 1, 1, 1, 2]))
    if dice.random() < 0.04:
        names = [dice.choice(["CUSTOM_TIN", "custom_gold", "GOLD", "PGPU"])]
    return ",".join(f"{name}:{dice.choice(['1', '1', '1', '2', ' 1 '])}" for name in names)


def trait(dice):
    """A trait that somebody may have."""
    return dice.choice(TRAITS * 10 + [NEVER, "CUSTOM_UNKNOWN", "HW_CPU_NOTHING"])


def traits(dice):
    """What a group asks to be and not to be."""
    if dice.random() < 0.25:
        chosen = [trait(dice) for _ in range(dice.randint(1, 3))]
        if dice.random() < 0.1:
            chosen.append(dice.choice(["", "!CUSTOM_A", " CUSTOM_B "]))
        return "in:" + ",".join(chosen)
    chosen = [dice.choice(["", "!", "!"]) + trait(dice) for _ in range(dice.choice([1, 1, 2, 3]))]
    if dice.random() < 0.08:
        chosen.append(dice.choice(["", "!", "!!CUSTOM_A", "! CUSTOM_A", " CUSTOM_A ", " !CUSTOM_B", "in:CUSTOM_A"]))
    return ",".join(chosen)


def aggregates(dice):
    """The aggregates that a provider has to be in, or not."""
    one, other = dice.choice(AGGREGATES), dice.choice(AGGREGATES)
    return dice.choice([one] * 3 + [f"in:{one},{other}", f"!{one}", f"!{one}", f"!in:{one},{other}", f"{one},{other}"])


def query(dice, known):
    """A whole query; its parameters are in no particular order."""
    suffixes = sorted({dice.choice(SUFFIXES) for _ in range(dice.choice([1, 1, 1, 2, 2, 3]))})
    pairs = []
    for suffix in suffixes:
        if dice.random() < 0.93:
            pairs.append([f"resources{suffix}", resources(dice)])
        for _ in range(dice.choice([0, 0, 1, 1, 1, 2])):
            pairs.append([f"required{suffix}", traits(dice)])
        for _ in range(dice.choice([0, 0, 0, 0, 1, 2])):
            pairs.append([f"member_of{suffix}", aggregates(dice)])
        if dice.random() < 0.03 and known:
            pairs.append([f"in_tree{suffix}", dice.choice(known)["uuid"]])
    if len(suffixes) > 2 - ("" not in suffixes) and dice.random() < 0.8 or dice.random() < 0.05:
        pairs.append(["group_policy", dice.choice(["none"] * 8 + ["isolate"] * 2 + ["other"])])
    for _ in range(dice.choice([0, 0, 0, 0, 1, 1, 2] if dice.random() < 0.2 else [0, 0, 0, 1])):
        pairs.append(["root_required", traits(dice).removeprefix("in:" if dice.random() < 0.9 else "")])
    if dice.random() < 0.05:
        pairs.append(["same_subtree", ",".join(f for f in suffixes if f) or "1"])
    if dice.random() < 0.01:
        pairs.append(["colour", "blue"])
    dice.shuffle(pairs)
    return pairs
