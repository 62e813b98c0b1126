"""Nova's code against the questions about flavors."""

import random

import os_resource_classes
import os_traits
from compare import Comparison
from traits import flavors, fleets, names, nova, nova_reports

EXPECTED = {
    "traits/read-flavor": {"plain": 200, "groups": 200, "policy": 50, "nothing": 1},
    "traits/check-extra-spec": {"valid": 200, "invalid": 200},
    "traits/boot-patch": {"ops": 300, "none": 100, "malformed-extra-spec-key": 30},
    "traits/sync": {
        "written": 300,
        "no-resource-class": 50,
        "traits-field-missing": 20,
        "pci-tracking-conflict": 20,
        "provider-config-conflict": 20,
    },
    "traits/check-rebuild": {"allowed": 300, "image-requires-forbidden": 20, "image-trait-missing": 100},
    "traits/is-custom": {"True": 50, "False": 50},
    "traits/normalize-trait": {"text": 100},
    "traits/normalize-resource-class": {"text": 100},
}


def read(theirs):
    """The outcome that a reading counts as."""
    if theirs["groupPolicy"]:
        return "policy"
    if not theirs["groups"]:
        return "nothing"
    return "plain" if set(theirs["groups"]) == {""} else "groups"


def rebuild(dice):
    """A flavor and a new image for a server that is there."""
    given = fleets.asked(dice)
    specs = given["flavor"]["extra_specs"]
    # Such a key fails every boot, so there is no server to rebuild.
    given["flavor"]["extra_specs"] = {
        name: value for name, value in specs.items() if ":" in name or not name.startswith("trait")
    }
    given.pop("bootFromVolume", None)
    # Nobody rebuilds without an image; one without properties is one.
    given.setdefault("image", {"properties": {}})
    given["allocatedProviderTraits"] = dice.sample(names.CUSTOM + names.STANDARD, dice.randint(0, 5))
    return given


def main():
    dice = random.Random(34)
    comparison = Comparison("nova 34.0.0")
    for version, required in [(72, []), (73, ["OWNER_NOVA"]), (99, ["OWNER_NOVA"])]:
        # What the comparison with Placement takes for granted.
        assert nova.root_conditions(version) == (required, ["COMPUTE_STATUS_DISABLED"])
    for _ in range(2000):
        given = flavors.asked(dice)
        theirs = nova.read_flavor(given)
        comparison.add("traits/read-flavor", given, theirs, read(theirs))
        patch = nova.boot_patch(given)
        comparison.add("traits/boot-patch", given, patch, patch["error"] or ("ops" if patch["ops"] else "none"))
        spec, value = flavors.extra_spec(dice)
        given = {"key": spec, "value": value, "computeApi": dice.choice(["2.85", "2.86", "2.86", "2.100"])}
        theirs = nova.check_extra_spec(given)
        comparison.add("traits/check-extra-spec", given, theirs, "valid" if theirs["valid"] else "invalid")
        given = fleets.reported(dice)
        theirs = nova_reports.sync(given)
        comparison.add("traits/sync", given, theirs, theirs["error"] or "written")
        given = rebuild(dice)
        theirs = nova_reports.check_rebuild(given)
        comparison.add("traits/check-rebuild", given, theirs, theirs["reason"] or "allowed")
    for _ in range(500):
        given = {"value": names.name(dice)}
        custom = os_traits.is_custom(given["value"])
        comparison.add("traits/is-custom", given, {"custom": custom}, str(custom))
        given = {"value": names.text(dice)}
        for question, normalize in [
            ("traits/normalize-trait", os_traits.normalize_name),
            ("traits/normalize-resource-class", os_resource_classes.normalize_name),
        ]:
            comparison.add(question, given, {"result": normalize(given["value"])}, "text")
    comparison.finish(EXPECTED)


main()
