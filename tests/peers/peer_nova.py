"""Nova's code against the questions about flavors."""

import random

import os_resource_classes
import os_traits
from compare import Comparison
from traits import flavors, names, nova

EXPECTED = {
    "traits/read-flavor": {"plain": 200, "groups": 200, "policy": 50, "nothing": 1},
    "traits/check-extra-spec": {"valid": 200, "invalid": 200},
    "traits/boot-patch": {"ops": 300, "none": 100, "malformed-extra-spec-key": 30},
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
