"""Placement against the questions about raw queries and names."""

import random
import tempfile

from compare import Comparison
from traits import names, queries
from traits.placement import Placement, trait
from traits.refusals import reasons

EXPECTED = {
    "traits/query": {
        "candidates": 150,
        "no-candidates": 150,
        "unknown-trait": 20,
        "unknown-resource-class": 10,
        "conflicting-traits": 20,
        "group-without-resources": 10,
        "group-policy-missing": 10,
        "empty-trait-name": 10,
        "any-of-not-supported": 20,
        "forbidden-not-supported": 5,
        "parameter-not-supported": 20,
        "duplicate-parameter": 3,
        "malformed-parameter": 10,
        "not-found": 5,
    },
    "traits/check-name": {"valid": 40, "invalid": 100},
}


def answer(placement, given):
    """What the service says of a query."""
    status, found = placement.candidates(given["query"], given["microversion"])
    if status != 200:
        words = frozenset({"not-found"}) if status == 404 else reasons(found, given["query"])
        return {"outcome": "rejected", "status": status, "reason": words, "candidates": []}
    shown = sorted(provider["name"] for provider in given["providers"] if provider["uuid"] in found)
    return {"outcome": "candidates" if shown else "no-candidates", "candidates": shown, "reason": None}


def main():
    dice = random.Random(16)
    comparison = Comparison("placement 16.0.0, queries")
    with tempfile.TemporaryDirectory() as folder:
        placement = Placement(folder)
        for _ in range(400):
            given = {"value": names.name(dice)}
            # Another path belongs to another resource.
            status = placement.ask("PUT", trait(given["value"]))[0] if given["value"].strip("/") else 400
            valid = status in (201, 204)
            comparison.add("traits/check-name", given, {"valid": valid}, "valid" if valid else "invalid")
        for _ in range(120):
            placement.clear()
            providers = queries.providers(dice)
            for provider in providers:
                placement.create(provider)
            known = [queries.NEVER] if dice.random() < 0.5 else []
            placement.know(known)
            for _ in range(20):
                given = {
                    "providers": providers,
                    "query": queries.query(dice, providers),
                    "microversion": dice.choice(queries.VERSIONS),
                    "knownTraits": known,
                }
                theirs = answer(placement, given)
                word = min(theirs["reason"]) if theirs["reason"] else theirs["outcome"]
                comparison.add("traits/query", given, theirs, word)
    comparison.finish(EXPECTED)


main()
