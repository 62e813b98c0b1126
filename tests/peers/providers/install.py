"""A provider that is installed from a ConfigMap, and what the operator says of it."""

import json

from providers import fleets

KINDS = ["BootstrapProvider", "ControlPlaneProvider", "InfrastructureProvider"]
KINDS += ["IPAMProvider", "RuntimeExtensionProvider", "AddonProvider"]
VERSION = "v1.2.0"
SERIES = [{"major": 1, "minor": 2, "contract": "v1beta2"}]


def metadata(series):
    """A file of metadata."""
    known = {"apiVersion": "clusterctl.cluster.x-k8s.io/v1alpha3", "kind": "Metadata", "releaseSeries": series}
    return json.dumps(known)


class Install:
    """A provider, what it is made from, and what to look at."""

    question = None

    def __init__(self, dice, number):
        self.kind = KINDS[number % len(KINDS)]
        self.name = self.namespace = f"i{number}"
        self.spec = {"version": VERSION, "fetchConfig": {"selector": {"matchLabels": {"peer": self.name}}}}
        self.objects, self.secret, self.series, self.config_maps = [], None, SERIES, None
        self.given = self.make(dice)

    def label(self):
        return fleets.label({"kind": self.kind, "name": self.name})

    def build(self, cluster):
        cluster.namespace(self.namespace)
        components = "\n---\n".join(json.dumps(one, ensure_ascii=False) for one in self.objects)
        data = {"metadata": metadata(self.series), "components": components}
        for name, labels, keys in self.config_maps or [(VERSION, {}, ["metadata", "components"])]:
            labels = {"peer": self.name, **labels}
            cluster.config_map(self.namespace, name, labels, {key: data[key] for key in keys})
        if self.secret is not None:
            cluster.secret(self.namespace, "variables", self.secret)
            self.spec["configSecret"] = {"name": "variables"}
        cluster.provider(self.kind, self.name, self.namespace, self.spec)

    def deployment_path(self, name):
        return f"/apis/apps/v1/namespaces/{self.namespace}/deployments/{name}"

    def deployment(self, cluster, name):
        return cluster.must("GET", self.deployment_path(name))["spec"]

    def cases(self, cluster):
        """What was asked, given and seen."""
        yield self.question, self.given, self.theirs(cluster)

    def theirs(self, cluster):
        """What the operator made of it."""
        told = cluster.conditions(self.kind, self.namespace, self.name)["ProviderInstalled"]
        if told["reason"] in self.refusals:
            return self.refused(told)
        if told["status"] != "True" and told["reason"] not in self.later:
            raise SystemExit(f"{self.given} is not installed for another reason: {told}")
        return self.seen(cluster)

    refusals = ("ComponentsCustomizationError",)
    # What may go wrong after what is looked at.
    later = ()

    def refused(self, told):
        return {"error": True}

    def word(self, theirs):
        return "error" if theirs.get("error") else "made"
