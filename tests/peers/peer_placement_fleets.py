"""Placement, filled with what Fitment says a sync writes, against the questions about nodes."""

import random
import tempfile
from urllib.parse import quote

from compare import Comparison, ask
from traits import fleets
from traits.placement import Placement
from traits.refusals import reasons

FLEETS = 320
EXPECTED = {
    "traits/match-nodes": {
        "candidates": 100,
        "no-candidates": 200,
        "unknown-trait": 30,
        "unknown-resource-class": 30,
        "conflicting-traits": 5,
        "group-without-resources": 5,
    },
    "traits/sync": {"written": 300, "placement-refused": 10, "not written": 20},
}


def generate(dice):
    """A fleet and several wishes."""
    nodes = fleets.nodes(dice)
    around = {"serviceDisabled": dice.random() < 0.1}
    wishes = [{**fleets.asked(dice), "minComputeVersion": dice.choice([72, 73, 73, 80])} for _ in range(3)]
    return nodes, around, wishes


def known(placement):
    """The custom traits that were created by now."""
    return [name for name in placement.must("GET", "/traits")["traits"] if name.startswith("CUSTOM_")]


def apply(placement, node, answer):
    """Writes what Fitment says, and gives what the provider then has."""
    provider = f"/resource_providers/{node['uuid']}"
    placement.must("POST", "/resource_providers", {"name": node["name"], "uuid": node["uuid"]})
    for write in answer.get("writes") or []:
        status, said = placement.ask(write["method"], quote(write["path"]), write.get("body"))
        refused = status if status >= 300 else None
        assert refused == write.get("status"), (write, status, said)
    inventories = placement.must("GET", f"{provider}/inventories")["inventories"]
    return {
        "traits": sorted(placement.must("GET", f"{provider}/traits")["traits"]),
        "inventory": {
            name: {"total": inventory["total"], "reserved": inventory["reserved"]}
            for name, inventory in inventories.items()
        },
    }


def match(placement, nodes, wish):
    """What the service says of the query that Nova makes of a wish."""
    ((read,),) = [[envelope["answer"] for envelope in ask([("traits/read-flavor", spec(wish))])]]
    # Nova's own conditions, which the comparison with its code asserts.
    roots = ["OWNER_NOVA"] * (wish["minComputeVersion"] >= 73) + ["!COMPUTE_STATUS_DISABLED"]
    query = [*read["placementQuery"], ["root_required", ",".join(roots)], ["limit", "1000"]]
    status, found = placement.candidates(query, "1.36")
    if status != 200:
        return {"outcome": "rejected", "status": status, "reason": reasons(found, query), "candidates": []}
    shown = sorted(node["name"] for node in nodes if node["uuid"] in found)
    return {"outcome": "candidates" if shown else "no-candidates", "candidates": shown, "reason": None}


def spec(wish):
    """The part of a wish that is about the flavor."""
    return {key: wish[key] for key in ("flavor", "image", "bootFromVolume") if key in wish}


def main():
    dice = random.Random(61)
    comparison = Comparison("placement 16.0.0, fleets")
    with tempfile.TemporaryDirectory() as folder:
        placement = Placement(folder)
        for _ in range(FLEETS):
            placement.clear()
            nodes, around, wishes = generate(dice)
            for node in nodes:
                given = {"node": node, "placementKnownTraits": known(placement), **around}
                (envelope,) = ask([("traits/sync", given)])
                theirs = apply(placement, node, envelope["answer"])
                error = envelope["answer"].get("error")
                word = error if error == "placement-refused" else "not written" if error else "written"
                comparison.add("traits/sync", given, theirs, word)
            for wish in wishes:
                theirs = match(placement, nodes, wish)
                word = min(theirs["reason"]) if theirs["reason"] else theirs["outcome"]
                comparison.add("traits/match-nodes", {"nodes": nodes, **around, **wish}, theirs, word)
    comparison.finish(EXPECTED)


main()
