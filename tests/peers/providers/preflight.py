"""Providers before they are installed: worlds with and without a core, and what the operator says of each."""

from providers.kubernetes import PLURALS, kind_path

KNOWN = {
    "BootstrapProvider": ["kubeadm", "rke2", "talos"],
    "ControlPlaneProvider": ["kubeadm", "kamaji", "nested"],
    "InfrastructureProvider": ["aws", "azure", "docker", "gcp", "oci", "openstack"],
    "IPAMProvider": ["in-cluster", "metal3"],
    "RuntimeExtensionProvider": ["nutanix"],
    "AddonProvider": ["helm", "rancher-fleet"],
}
GOOD = ["v1.2.0", "v1.2.0", "v1.2.3", "1.2.3", " v1.0.0", "v1.0.0-rc.1+b", "v2.0.0"]
BAD = ["v1.0", "latest", "v01.0.0", "v1.0.0.0", "v1.0.0-01", "v1.0.0\n", "x"]
NOWHERE = {"selector": {"matchLabels": {"nobody": "has-this"}}}
CORE = {"kind": "CoreProvider", "name": "cluster-api", "namespace": "capi-system"}


def subject(dice, sources):
    """A provider's specification and its status."""
    spec, status = {}, {}
    version = dice.choice(GOOD * 3 + BAD + [None] * 6)
    if version is not None:
        spec["version"] = version
    source = dice.choice(sources)
    if source is not None:
        spec["fetchConfig"] = source
    if dice.random() < 0.25:
        status["installedVersion"] = dice.choice(["v1.2.0", "v1.1.9", "v1.3.0", "v2.0.0", "v0.9.0", "bad"])
    if dice.random() < 0.2:
        spec["configSecret"] = {"name": dice.choice(["plain", "token", "missing"])}
    return spec, status


class World:
    """A management cluster with cores, and providers of which each is asked about."""

    def __init__(self, dice, number, cores, sources, count):
        self.dice, self.cores = dice, cores
        self.groups = []
        known = [(kind, name) for kind, names in KNOWN.items() for name in names]
        dice.shuffle(known)
        for place in range(count):
            mine = f"w{number}-{place}"
            built_in = known and dice.random() < 0.4
            kind, name = known.pop() if built_in else (dice.choice(list(KNOWN)), f"c{place}")
            # Twins are of one kind and name, or of two kinds.
            group = [(kind, name, f"{mine}-a")]
            if dice.random() < 0.25:
                other = kind if dice.random() < 0.7 else dice.choice(list(KNOWN))
                group.append((other, name, f"{mine}-b"))
            self.groups.append([self.make(identity, *subject(dice, sources)) for identity in group])

    @staticmethod
    def make(identity, spec, status):
        kind, name, namespace = identity
        # The webhook would fill it in.
        if "configSecret" in spec:
            spec["configSecret"]["namespace"] = namespace
        return {"kind": kind, "name": name, "namespace": namespace, "spec": spec, "status": status}

    def all(self):
        return self.cores + [provider for group in self.groups for provider in group]

    def build(self, cluster):
        """Makes it, while no operator runs."""
        for provider in self.all():
            cluster.namespace(provider["namespace"])
            name = provider["spec"].get("configSecret", {}).get("name")
            if name in ("plain", "token"):
                data = {"A": "1"} | ({"github-token": "t"} if name == "token" else {})
                cluster.secret(provider["namespace"], name, data)
            cluster.provider(*identity(provider), provider["spec"], provider["status"])

    def judged(self, cluster):
        """Whether the operator has said something of each."""
        complained = cluster.complained()
        return all(
            "PreflightCheckPassed" in cluster.conditions(*place(provider)) or place(provider) in complained
            for provider in self.all()
        )

    def clear(self, cluster):
        """Takes the providers away, while no operator runs."""
        for kind in PLURALS:
            for item in cluster.get(kind_path(kind))["items"]:
                path = kind_path(kind, item["metadata"]["namespace"], item["metadata"]["name"])
                cluster.merge(path, {"metadata": {"finalizers": None}})
                cluster.must("DELETE", path)

    def cases(self, cluster):
        """What was given and what the operator said."""
        for group in self.groups + [[]]:
            around = group + self.cores
            secrets = {}
            for provider in around:
                name = provider["spec"].get("configSecret", {}).get("name")
                if name in ("plain", "token"):
                    data = {"A": "1"} | ({"github-token": "t"} if name == "token" else {})
                    secrets[f"{provider['namespace']}/{name}"] = data
            for provider in group or self.cores:
                given = {
                    "subject": "/".join(place(provider)),
                    "providers": around,
                    "secrets": secrets,
                    # Whatever it says, nobody is reached.
                    "githubTokenValid": False,
                }
                condition = cluster.conditions(*place(provider)).get("PreflightCheckPassed")
                told = condition and {key: condition[key] for key in ("type", "status", "reason")}
                yield given, {"passed": bool(told) and told["status"] == "True", "condition": told}


def identity(provider):
    return provider["kind"], provider["name"], provider["namespace"]


def place(provider):
    return provider["kind"], provider["namespace"], provider["name"]


def worlds(dice):
    """No core, one that is not ready, one that is, and too many."""
    anything = [None, None, NOWHERE, NOWHERE, {"url": "https://github.com/o/r/releases/v1.0.0/c.yaml"}]
    anything += [{"oci": "127.0.0.1:1/x:v1.0.0"}]
    spec = {"version": "v1.10.0", "fetchConfig": NOWHERE}
    ready = {"conditions": [condition("Ready", "True")]}
    waiting = {"conditions": [condition("Ready", "False")]}
    core = {**CORE, "spec": spec, "status": {}}
    yield World(dice, 1, [], anything, 90)
    yield World(dice, 2, [{**core, "status": waiting}], anything, 60)
    # Where the checks pass, nobody is to look for a release page.
    yield World(dice, 3, [{**core, "status": ready}], [NOWHERE], 90)
    second = {**core, "namespace": "b-system", "status": dice.choice([{}, ready])}
    yield World(dice, 4, [core, second, {**core, "name": "my-core", "spec": {}}], [NOWHERE, None], 30)


def condition(kind, status):
    return {"type": kind, "status": status, "reason": kind, "message": "", "lastTransitionTime": "2026-01-01T00:00:00Z"}


def compare(dice, cluster, comparison):
    """All worlds, one after the other."""
    for world in worlds(dice):
        world.build(cluster)
        operator = cluster.run()
        cluster.wait(lambda: world.judged(cluster), "the operator judged every provider")
        for given, theirs in world.cases(cluster):
            told = theirs["condition"]
            comparison.add("providers/preflight", given, theirs, told["reason"] if told else "no condition")
        cluster.end(operator)
        world.clear(cluster)
