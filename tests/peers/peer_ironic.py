"""Ironic's checks against the questions about a node's traits."""

import logging
import random
from types import SimpleNamespace

from compare import Comparison
from ironic.api.controllers.v1 import utils
from ironic.common import args, exception
from ironic.conductor.utils import validate_instance_info_traits
from traits import names

EXPECTED = {
    "traits/check-node-trait": {"valid": 200, "invalid": 200},
    "traits/check-deploy": {"valid": 200, "missing-on-node": 200, "not-a-list-of-strings": 200},
}
TRAIT = args.schema(utils.TRAITS_SCHEMA)


def check_node_trait(given):
    """Whether the API takes the name."""
    try:
        TRAIT("trait", given["value"])
    except exception.InvalidParameterValue:
        return {"valid": False}
    return {"valid": True}


def check_deploy(given):
    """Whether the node can be deployed with what its instance asks."""
    info = {"traits": given["instanceInfoTraits"]} if "instanceInfoTraits" in given else {}
    traits = SimpleNamespace(get_trait_names=lambda: given["nodeTraits"])
    try:
        validate_instance_info_traits(SimpleNamespace(uuid="node", instance_info=info, traits=traits))
    except exception.InvalidParameterValue as error:
        said = str(error)
        if "Cannot specify instance traits" not in said:
            return {"valid": False, "error": "not-a-list-of-strings"}
        missing = said.partition("is missing traits ")[2].split(", ")
        return {"valid": False, "error": "missing-on-node", "missing": sorted(missing)}
    return {"valid": True, "error": None}


def instance_info(dice):
    """What the instance asks: most often a list of names."""
    asked = [dice.choice(names.CUSTOM + ["custom_a"]) for _ in range(dice.randint(0, 3))]
    if dice.random() < 0.7:
        return asked
    return dice.choice([None, "", "CUSTOM_A", {}, {"CUSTOM_A": 1}, 0, 1, True, False, [None], [1], [*asked, 5], [[]]])


def main():
    logging.disable(logging.CRITICAL)
    dice = random.Random(39)
    comparison = Comparison("ironic 39.0.0")
    for _ in range(2000):
        given = {"value": names.name(dice)}
        theirs = check_node_trait(given)
        comparison.add("traits/check-node-trait", given, theirs, "valid" if theirs["valid"] else "invalid")
        given = {"nodeTraits": dice.sample(names.CUSTOM + names.STANDARD, dice.randint(0, 4))}
        if dice.random() < 0.95:
            given["instanceInfoTraits"] = instance_info(dice)
        theirs = check_deploy(given)
        comparison.add("traits/check-deploy", given, theirs, theirs["error"] or "valid")
    comparison.finish(EXPECTED)


main()
