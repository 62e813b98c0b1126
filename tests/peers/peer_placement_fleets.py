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


def sync(fleets):
    """What Fitment says a sync of each node writes, one after another in each fleet."""
    answers = [[] for _ in fleets]
    for place in range(max(len(nodes) for nodes, _, _ in fleets)):
        asked = [
            (answered, {"node": nodes[place], "placementKnownTraits": created(answered), **around})
            for (nodes, around, _), answered in zip(fleets, answers)
            if place < len(nodes)
        ]
        envelopes = ask([("traits/sync", given) for _, given in asked])
        for (answered, given), envelope in zip(asked, envelopes):
            answered.append((given, envelope["answer"]))
    return answers


def created(answered):
    """The traits that were created by then."""
    writes = [write for _, answer in answered for write in answer.get("writes") or []]
    names = [write["path"].removeprefix("/traits/") for write in writes if not write.get("status")]
    return [name for name in names if not name.startswith("/")]


def apply(placement, node, answer):
    """Writes what Fitment says, which creates the provider, and gives what it then has."""
    provider = f"/resource_providers/{node['uuid']}"
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


def match(placement, nodes, wish, asked):
    """What the service says of the query that Nova makes of a wish."""
    # Nova's own conditions, which the comparison with its code asserts.
    roots = ["OWNER_NOVA"] * (wish["minComputeVersion"] >= 73) + ["!COMPUTE_STATUS_DISABLED"]
    query = [*asked, ["root_required", ",".join(roots)], ["limit", "1000"]]
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
        made = [generate(dice) for _ in range(FLEETS)]
        reads = ask([("traits/read-flavor", spec(wish)) for _, _, wishes in made for wish in wishes])
        queries = iter([envelope["answer"]["placementQuery"] for envelope in reads])
        for (nodes, around, wishes), synced in zip(made, sync(made)):
            placement.clear()
            for given, answer in synced:
                theirs = apply(placement, given["node"], answer)
                error = answer.get("error")
                word = error if error == "placement-refused" else "not written" if error else "written"
                comparison.add("traits/sync", given, theirs, word)
            for wish in wishes:
                theirs = match(placement, nodes, wish, next(queries))
                word = min(theirs["reason"]) if theirs["reason"] else theirs["outcome"]
                comparison.add("traits/match-nodes", {"nodes": nodes, **around, **wish}, theirs, word)
    comparison.finish(EXPECTED)


main()
