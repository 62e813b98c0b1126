"""Providers that are installed: other versions, and what is left when they go."""

import json

from providers import fleets
from providers.install import metadata
from providers.kubernetes import kind_path

FLEET = [
    fleets.CORE,
    ("BootstrapProvider", "kubeadm", "kb-system"),
    ("InfrastructureProvider", "infra", "infra-system"),
]
SERIES = {
    "cluster-api": [(1, 9, "v1beta1"), (1, 10, "v1beta2"), (1, 11, "v1beta2"), (1, 13, "v1beta2"), (1, 15, "v1beta2")],
    "bootstrap-kubeadm": [(1, 9, "v1beta1"), (1, 10, "v1beta1"), (1, 11, "v1beta2"), (1, 15, "v1beta2")],
    "infrastructure-infra": [(0, 9, "v1beta1"), (1, 0, "v1beta1"), (1, 1, "v1beta2"), (2, 0, "v1beta2")],
}
STEPS, DELETIONS = 36, 24
EMPTY = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "x", "namespace": "unused"}}


def series(label):
    return [{"major": major, "minor": minor, "contract": contract} for major, minor, contract in SERIES[label]]


class Provider:
    """One that is installed from a ConfigMap, which holds one version at a time."""

    def __init__(self, identity):
        self.kind, self.name, self.namespace = identity
        self.label = fleets.label({"kind": self.kind, "name": self.name})
        self.version = None

    def path(self):
        return kind_path(self.kind, self.namespace, self.name)

    def offer(self, cluster, version):
        """Puts another version into the ConfigMap."""
        path = f"/api/v1/namespaces/{self.namespace}/configmaps/release"
        cluster.merge(path, {"metadata": {"labels": {"provider.cluster.x-k8s.io/version": version}}})

    def install(self, cluster, version):
        kind = self.kind.removesuffix("Provider").lower()
        labels = {"provider.cluster.x-k8s.io/type": kind, "provider.cluster.x-k8s.io/name": self.name}
        labels["provider.cluster.x-k8s.io/version"] = version
        cluster.namespace(self.namespace)
        data = {"metadata": metadata(series(self.label)), "components": json.dumps(EMPTY)}
        cluster.config_map(self.namespace, "release", labels, data)
        selector = {"matchLabels": {"provider.cluster.x-k8s.io/name": self.name}}
        cluster.provider(
            self.kind, self.name, self.namespace, {"version": version, "fetchConfig": {"selector": selector}}
        )
        cluster.wait(lambda: self.settled(cluster, version) is True, f"{self.name} is installed")
        self.version = version

    def settled(self, cluster, version):
        """Whether that version is installed, once the operator has come to a conclusion about it."""
        found = cluster.must("GET", self.path())
        generation = found["metadata"]["generation"]
        status = found.get("status", {})
        told = {one["type"]: one for one in status.get("conditions", []) if one.get("observedGeneration") == generation}
        self.told = told
        if any(
            told.get(kind, {}).get("status") == "False"
            for kind in ("PreflightCheckPassed", "ProviderUpgraded", "ProviderInstalled")
        ):
            return told["PreflightCheckPassed"]["reason"] == "WaitingForCoreProviderReady" and None
        return (
            True
            if status.get("observedGeneration") == generation and status.get("installedVersion") == version
            else None
        )

    def want(self, cluster, version):
        """Asks for a version."""
        self.offer(cluster, version)
        cluster.merge(self.path(), {"spec": {"version": version}})

    def change(self, cluster, version):
        """Asks for another version, and says whether it was installed."""
        self.want(cluster, version)
        done = []

        def settled():
            done[:] = [self.settled(cluster, version)]
            return done[0] is not None

        cluster.wait(settled, f"{self.name} at {version}")
        return done[0]


def fleet(dice, cluster, comparison):
    """A fleet whose versions somebody changes, one at a time."""
    providers = [Provider(identity) for identity in FLEET]
    first = dict(zip(("cluster-api", "bootstrap-kubeadm", "infrastructure-infra"), ("v1.9.0", "v1.9.0", "v0.9.0")))
    for provider in providers:
        provider.install(cluster, first[provider.label])
        if provider.kind == "CoreProvider":
            ready = {"type": "Ready", "status": "True", "reason": "Ready", "message": ""}
            ready["lastTransitionTime"] = "2026-01-01T00:00:00Z"
            conditions = cluster.must("GET", provider.path())["status"]["conditions"]
            cluster.merge(provider.path() + "/status", {"status": {"conditions": [*conditions, ready]}})
    for step in range(STEPS):
        # At first the core stays behind, and so must everybody.
        provider = dice.choice(providers[1:] if step < 10 else providers)
        major, minor, _ = dice.choice(SERIES[provider.label])
        version = f"v{major}.{minor}.{dice.choice([0, 1])}"
        if version == provider.version:
            continue
        before = [fleets.provider((one.kind, one.name, one.namespace), one.version) for one in providers]
        offered = {one.label: [version if one is provider else one.version] for one in providers}
        done = provider.change(cluster, version)
        reason = provider.told.get("PreflightCheckPassed", {}).get("reason")
        if reason == "UnsupportedProviderDowngradeReason":
            status = {"installedVersion": provider.version}
            subject = {"kind": provider.kind, "name": provider.name, "namespace": provider.namespace, "status": status}
            # A source of its own, as it has.
            subject["spec"] = {"version": version, "fetchConfig": {"selector": {}}}
            theirs = {
                "passed": False,
                "condition": {"type": "PreflightCheckPassed", "status": "False", "reason": reason},
            }
            asked = "/".join((provider.kind, provider.namespace, provider.name))
            comparison.add("providers/preflight", {"subject": asked, "providers": [subject]}, theirs, reason)
        else:
            wanted = {"kind": provider.kind, "name": provider.name, "namespace": provider.namespace, "to": version}
            repositories = {
                label: {"versions": tags, "releaseSeries": series(label)} for label, tags in offered.items()
            }
            given = {"contracts": fleets.TOOL, "installed": before, "repositories": repositories, "upgrades": [wanted]}
            comparison.add("providers/apply-custom-plan", given, {"error": not done}, "upgraded" if done else "refused")
        if done:
            theirs = {"upgradedCondition": "True", "installedVersion": version}
            given = {"installedVersion": provider.version, "specVersion": version}
            comparison.add("providers/spec-change", given, theirs, "upgraded")
            provider.version = version
        else:
            # The operator then applies what it applied last, and leaves the conditions as they are.
            provider.want(cluster, provider.version)


LOCAL = {"ConfigMap": "/api/v1", "Secret": "/api/v1", "ServiceAccount": "/api/v1"}
RBAC = "/apis/rbac.authorization.k8s.io/v1"
ADMISSION = "/apis/admissionregistration.k8s.io/v1"
GLOBAL = {
    "ClusterRole": RBAC,
    "MutatingWebhookConfiguration": ADMISSION,
    "ValidatingWebhookConfiguration": ADMISSION,
    "PriorityClass": "/apis/scheduling.k8s.io/v1",
    "Namespace": "/api/v1",
}
PLURAL = {"PriorityClass": "priorityclasses"}


class Object:
    """An object that may go with a provider."""

    def __init__(self, dice, namespace, own, number):
        self.kind = dice.choice(list(LOCAL) + list(GLOBAL))
        if self.kind in LOCAL:
            self.root, self.namespace = LOCAL[self.kind], dice.choice([namespace, namespace, "elsewhere"])
            self.name = f"{namespace}-{number}"
        else:
            self.root, self.namespace = GLOBAL[self.kind], ""
            self.name = dice.choice([f"{namespace}-{number}", f"x-{namespace}-{number}", f"{namespace}x{number}"])
        spoilt = [{**own, "clusterctl.cluster.x-k8s.io": "x"}, {**own, "cluster.x-k8s.io/provider": "addon-other"}, {}]
        self.labels = dice.choice([own] * 5 + spoilt)

    def path(self, named=True):
        inside = f"/namespaces/{self.namespace}" if self.namespace else ""
        plural = PLURAL.get(self.kind, self.kind.lower() + "s")
        return f"{self.root}{inside}/{plural}" + (f"/{self.name}" if named else "")

    def given(self):
        return {"kind": self.kind, "namespace": self.namespace, "name": self.name, "labels": self.labels}

    def word(self):
        return f"{self.kind}/{self.namespace}/{self.name}" if self.namespace else f"{self.kind}/{self.name}"


def deletions(dice, cluster, comparison):
    """Providers that are deleted while there are objects that are theirs, nearly theirs and not theirs."""
    cluster.namespace("elsewhere")
    gone = []
    for place in range(DELETIONS):
        kind = dice.choice([kind for kind in fleets.PREFIX if kind != "CoreProvider"])
        namespace = f"d{place}"
        label = fleets.label({"kind": kind, "name": namespace})
        own = {"clusterctl.cluster.x-k8s.io": "", "cluster.x-k8s.io/provider": label}
        cluster.namespace(namespace)
        selector = {"matchLabels": {"nobody": "has-this"}}
        cluster.provider(kind, namespace, namespace, {"version": "v1.0.0", "fetchConfig": {"selector": selector}})
        objects = [Object(dice, namespace, own, number) for number in range(8)]
        for one in objects:
            extra = {"value": 1} if one.kind == "PriorityClass" else {}
            cluster.make(one.path(named=False), {"metadata": {"name": one.name, "labels": one.labels}, **extra})
        gone.append((kind, namespace, label, objects))
    finalized = lambda kind, name: cluster.get(kind_path(kind, name, name))["metadata"].get("finalizers")  # noqa: E731
    cluster.wait(lambda: all(finalized(kind, name) for kind, name, _, _ in gone), "the operator has seen them")
    for kind, name, _, _ in gone:
        cluster.must("DELETE", kind_path(kind, name, name))
    cluster.wait(
        lambda: not any(cluster.get(kind_path(kind, name, name)) for kind, name, _, _ in gone), "they are gone", 300
    )
    for _, namespace, label, objects in gone:
        # A namespace without anybody to empty it stays, marked.
        kept = {
            one.word()
            for one in objects
            if not (cluster.get(one.path()) or {"metadata": {"deletionTimestamp": 1}})["metadata"].get(
                "deletionTimestamp"
            )
        }
        given = {
            "provider": {"label": label, "namespace": namespace},
            "includeNamespace": False,
            "includeCRDs": False,
            "skipInventory": False,
            "objects": [one.given() for one in objects],
        }
        theirs = {"kept": sorted(kept), "deleted": sorted({one.word() for one in objects} - kept)}
        comparison.add("providers/delete-components", given, theirs, "some" if theirs["deleted"] else "none")


def compare(dice, cluster, comparison):
    """Both, in one cluster."""
    operator = cluster.run()
    fleet(dice, cluster, comparison)
    deletions(dice, cluster, comparison)
    cluster.end(operator)
