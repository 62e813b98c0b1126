"""Providers' objects as the API server takes or refuses them, with the operator's own webhook in front."""

import re

from providers import specs
from providers.kubernetes import GROUP, PLURALS, kind_path

TRIALS = 700
ODD = {
    "paused": [True, "x"],
    "secretName": ["x"],
    "patches": [[], [{}], [{"patch": "a: b"}], [{"patch": "x", "target": {"kind": "Deployment", "foo": "x"}}]],
    "manifestPatches": [[], ["kind: X"]],
    "configSecret": [{"name": "s"}, {"name": "s", "namespace": ""}, {"name": "s", "namespace": "other"}, {}],
    "additionalManifests": [{"name": "c"}, {"name": "c", "namespace": "other"}, {}],
    "fetchConfig": [
        *[{}, {"url": "https://x"}, {"url": ""}, {"url": None}, {"url": "https://x", "selector": None}],
        *[{"oci": "r/x"}, {"oci": "a", "url": "b"}, {"selector": {}}, {"selector": {"matchLabels": {"a": "b"}}}],
    ],
}
MANAGERS = [{"verbosity": -1}, {"maxConcurrentReconciles": 0}, {"debug": True}, {"foo": 1}, {"verbosity": "1"}]
MANAGERS += [{"leaderElection": {"leaderElect": True}}, {"syncPeriod": "5x"}, {"webhook": {"port": 9443, "x": 1}}]
DEPLOYMENTS = [{"replicas": -1}, {"replicas": "2"}, {"containers": [{}]}, {"containers": [{"imageUrl": "x"}]}]
DEPLOYMENTS += [{"containers": [{"name": "m", "image": {"tag": "x"}}]}, {"replicas": 2}, {"tolerations": []}]


def trial(dice):
    """A specification, mostly one that is taken."""
    spec = specs.some(dice, ODD, 0.22)
    if dice.random() < 0.4:
        spec["version"] = dice.choice(["v1.0.0", "1.2.3", "v1.0.0-rc.1+b"])
    if dice.random() < 0.5:
        spec["manager"] = dice.choice(MANAGERS) if dice.random() < 0.35 else specs.manager(dice)
    if dice.random() < 0.5:
        spec["deployment"] = dice.choice(DEPLOYMENTS) if dice.random() < 0.4 else specs.deployment(dice, ["manager"])
    if dice.random() < 0.15:
        further = [{"deployment": {"replicas": -1}}, {"manager": {"verbosity": -1}}, {"manager": {"verbosity": 0}}, {}]
        spec["additionalDeployments"] = {"x": dice.choice(further)}
    return spec


def compare(dice, cluster, comparison):
    """All trials, none of which is kept."""
    for _ in range(TRIALS):
        kind, spec = dice.choice(list(PLURALS)), trial(dice)
        name = "cluster-api" if kind == "CoreProvider" else "aws"
        body = {"apiVersion": f"{GROUP}/v1alpha2", "kind": kind, "metadata": {"name": name}, "spec": spec}
        path = kind_path(kind, "default") + "?dryRun=All&fieldValidation=Warn"
        status, said = cluster.ask("POST", path, body)
        assert status in (201, 400, 422), said
        given = {"kind": kind, "metadata": {"name": name, "namespace": "default"}, "spec": spec}
        if status == 201:
            unknown = [re.search(r'unknown field \\"([^"\\]+)', warning)[1] for warning in said["_warnings"]]
            theirs = {"valid": True, "unknownFields": sorted(unknown)}
            comparison.add("providers/default", given, {"spec": said.get("spec")}, "completed")
        else:
            theirs = {"valid": False}
            fields = [
                cause["field"] for cause in said.get("details", {}).get("causes", []) if cause["field"] != "<nil>"
            ]
            if status == 422 and fields:
                theirs["field"] = frozenset(re.sub(r"\[(\d+)\]", r".\1", field) for field in fields)
        given = {"operation": "create", **given}
        comparison.add("providers/validate", given, theirs, "taken" if theirs["valid"] else "refused")
