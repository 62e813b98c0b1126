"""clusterctl's packages against the questions about providers."""

import random

from compare import Comparison
from providers import fleets, generate, program, releases, templates

EXPECTED = {
    "providers/render": {"rendered": 900, "missing": 200, "error": 100},
    "providers/variables": {"none": 10, "some": 200, "error": 40},
    "providers/init-secret": {"data": 150, "missing": 80, "nothing": 20},
    "providers/image": {"changed": 120, "unchanged": 60, "error": 20},
    "providers/series": {"found": 120, "none": 80},
    "providers/check-metadata": {"valid": 50, "invalid": 50},
    "providers/latest-release": {"version": 150, "error": 20},
    "providers/latest-for-contract": {"version": 200, "error": 20},
    "providers/default-version": {"version": 40},
    "providers/check-url": {"github": 50, "gitlab": 8, "invalid": 80},
    "providers/source": {"built in": 60, "unknown": 60},
    "providers/cluster-contract": {"ok": 60, "refused": 60},
    "providers/single-instance": {"ok": 40, "refused": 20},
    "providers/check-install": {"valid": 60, "refused": 60},
    "providers/plan": {"error": 60, "1 plans": 60, "2 plans": 20},
    "providers/custom-plan": {"planned": 80, "error": 80},
    "providers/apply-plan": {"upgraded": 80, "up to date": 10, "error": 40},
    "providers/apply-custom-plan": {"upgraded": 60, "error": 80},
    "providers/skip-rule": {"allowed": 80, "refused": 20},
    "providers/steps": {"steps": 40},
    "providers/upgrade-reference": {"reference": 60, "error": 60},
    "providers/delete-components": {"some": 60, "none": 10},
    "providers/label": {"label": 28},
    "providers/order": {"order": 20},
}


def word(question, given, theirs):
    """The outcome that a case counts as."""
    if theirs.get("missing"):
        return "missing"
    if theirs.get("error"):
        return "error"
    if question == "providers/init-secret":
        return "data" if theirs["from"] else "nothing"
    for key, yes, no in [
        ("ok", "ok", "refused"),
        ("allowed", "allowed", "refused"),
        ("url", "built in", "unknown"),
        ("deleted", "some", "none"),
        ("variables", "some", "none"),
        ("upgrade", "upgraded", "up to date"),
        ("series", "found", "none"),
    ]:
        if key in theirs:
            return yes if theirs[key] else no
    if question == "providers/image":
        return "unchanged" if theirs["image"] == given["image"] else "changed"
    if question == "providers/check-url":
        return theirs.get("repository") or "invalid"
    if "valid" in theirs:
        return (
            "valid" if theirs["valid"] else "invalid" if "metadata" in given and "toInstall" not in given else "refused"
        )
    if "plans" in theirs:
        return f"{len(theirs['plans'])} plans"
    if question == "providers/custom-plan":
        return "planned"
    shown = {"output": "rendered", "version": "version", "steps": "steps", "to": "reference"}
    return next((shown[key] for key in shown if key in theirs), question.split("/")[1])


def seen(question, given, theirs):
    """The members of the peer's answer as Fitment's has them."""
    if question == "providers/init-secret":
        data, missing = theirs["data"], theirs["missing"]
        sources = {name: "environment" if name in given["environment"] else "file" for name in data}
        if missing:
            return {"ok": False, "missing": sorted(missing)}
        provider = given["provider"]
        # clusterctl has no Secret; what it reads is what goes into it.
        secret = {"name": f"{provider['name']}-variables", "namespace": provider["namespace"], "data": data}
        return {"ok": True, "secret": secret if data else None, "from": sources}
    return theirs


def questions(dice):
    """Pairs of a question and its `given`."""
    for name, count, make in [
        ("render", 2400, generate.rendering),
        ("variables", 600, lambda dice: {"template": templates.template(dice)}),
        ("init-secret", 500, generate.initialisation),
        ("image", 500, generate.image),
        ("series", 400, generate.series),
        ("check-metadata", 250, lambda dice: {"metadata": releases.metadata(dice)}),
        ("latest-release", 300, generate.release),
        ("latest-for-contract", 500, generate.release_of_contract),
        ("default-version", 60, generate.default_version),
        ("check-url", 500, lambda dice: {"url": releases.address(dice)}),
        ("cluster-contract", 250, generate.stored_contract),
        ("single-instance", 150, lambda dice: {"providers": fleets.inventory(dice)}),
        ("check-install", 400, fleets.group),
        ("plan", 500, fleets.fleet),
        ("custom-plan", 400, generate.custom_plan),
        ("apply-plan", 300, generate.apply_plan),
        ("apply-custom-plan", 400, generate.custom_plan),
        ("skip-rule", 300, generate.skip),
        ("steps", 60, generate.steps),
        ("upgrade-reference", 300, fleets.reference),
        ("delete-components", 250, fleets.components),
        ("order", 30, generate.order),
    ]:
        for _ in range(count):
            yield f"providers/{name}", make(dice)
    for kind in fleets.PREFIX:
        for name in generate.NAMES:
            yield "providers/label", {"kind": kind, "name": name}
    for kind in fleets.PREFIX:
        for name in generate.BUILT_IN:
            yield "providers/source", {"kind": kind, "metadata": {"name": name, "namespace": "x"}, "spec": {}}


def main():
    comparison = Comparison("cluster-api 1.14.2, clusterctl's packages")
    asked = list(questions(random.Random(1142)))
    for (question, given), theirs in zip(asked, program.ask(asked)):
        theirs = seen(question, given, theirs)
        comparison.add(question, given, theirs, word(question, given, theirs))
    comparison.finish(EXPECTED)


main()
