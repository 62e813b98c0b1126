"""Management clusters: who is installed, what their repositories offer, and what is to be upgraded."""

from providers.releases import CONTRACTS, covering, version

CORE = ("CoreProvider", "cluster-api", "capi-system")
OTHERS = [
    ("BootstrapProvider", "kubeadm", "kb-system"),
    ("ControlPlaneProvider", "kubeadm", "kcp-system"),
    ("InfrastructureProvider", "infra", "infra-system"),
    ("IPAMProvider", "in-cluster", "ipam-system"),
    ("AddonProvider", "helm", "helm-system"),
    ("RuntimeExtensionProvider", "nutanix", "ext-system"),
]
PREFIX = {
    "CoreProvider": "",
    "BootstrapProvider": "bootstrap-",
    "ControlPlaneProvider": "control-plane-",
    "InfrastructureProvider": "infrastructure-",
    "IPAMProvider": "ipam-",
    "AddonProvider": "addon-",
    "RuntimeExtensionProvider": "runtime-extension-",
}
TOOL = {"currentContract": "v1beta2", "compatible": {"v1beta2": ["v1beta2", "v1beta1"]}}


def label(provider):
    """The label of a provider's objects."""
    return PREFIX[provider["kind"]] + provider["name"]


def provider(identity, version):
    """An installed provider."""
    kind, name, namespace = identity
    return {"kind": kind, "name": name, "namespace": namespace, "version": version}


def offers(dice):
    """The tags of a repository, neighbours mostly, and the installed one of them."""
    if dice.random() < 0.3:
        minors = range(8, 16)
        found = [f"v1.{minor}.{patch}" for minor in minors for patch in dice.choice([[0], [0, 1], [0, 0, 2]])]
        found = [tag for tag in found if dice.random() < 0.7]
    else:
        found = [version(dice, 0.08) for _ in range(dice.choice([1, 2, 4, 6, 8]))]
    found = sorted(set(found)) or ["v1.0.0"]
    return dice.sample(found, len(found)), dice.choice(found[: 1 + len(found) // 2] * 3 + found)


def fleet(dice):
    """Providers with their repositories."""
    identities = [CORE] * (dice.random() < 0.97) + dice.sample(OTHERS, dice.choice([0, 1, 1, 2, 3]))
    if dice.random() < 0.04:
        identities.append((*dice.choice([CORE, OTHERS[2]])[:2], "second-system"))
    installed, repositories = [], {}
    for identity in identities:
        tags, current = offers(dice)
        one = provider(identity, current)
        if label(one) not in repositories:
            known = covering(dice, [tag for tag in tags] + [current])
            repositories[label(one)] = {"versions": tags, "releaseSeries": known}
        installed.append(one)
    return {"contracts": TOOL, "installed": installed, "repositories": repositories}


def upgrades(dice, fleet):
    """Providers with the versions that somebody wants."""
    wanted = [one for one in fleet["installed"] if dice.random() < 0.7] or fleet["installed"][:1]
    if dice.random() < 0.06:
        stranger = provider(dice.choice(OTHERS), "v1.0.0")
        wanted = wanted + [stranger] * all(label(one) != label(stranger) for one in fleet["installed"])
    found = []
    for one in wanted:
        offered = fleet["repositories"].get(label(one), {"versions": []})["versions"]
        to = dice.choice((offered or ["v1.1.0"]) * 8 + [version(dice), one["version"], "bad"])
        found.append({"kind": one["kind"], "name": one["name"], "namespace": one["namespace"], "to": to})
    return found


def group(dice):
    """Providers that are to be installed together beside others, with the metadata of each version."""
    versions = ["v0.0.0", "v1.0.0", "v2.0.0"]
    pool = [("CoreProvider", "cluster-api", "b-system"), *OTHERS]
    pool += [("InfrastructureProvider", "infra", "b-system"), ("InfrastructureProvider", "aws", "a-system")]
    before, after = dice.choice([(0, 1), (0, 2), (0, 3), (1, 1), (1, 2), (2, 1)])
    installed = dice.sample(pool, before - 1) if before else []
    if before:
        installed.insert(0, CORE)
    chosen = dice.sample(pool[1:], after)
    if not before and dice.random() < 0.85:
        chosen.insert(0, CORE)
    metadata = {}
    there = [provider(identity, dice.choice(versions)) for identity in installed]
    new = [provider(identity, dice.choice(versions[1:])) for identity in chosen]
    for one in there + new:
        contracts = [dice.choice(CONTRACTS[:6]), dice.choice(CONTRACTS[:5]), dice.choice(CONTRACTS[:4])]
        known = [{"major": major, "minor": 0, "contract": contract} for major, contract in enumerate(contracts)]
        if dice.random() < 0.05:
            known.pop()
        metadata.setdefault(label(one), {version: known for version in versions})
    return {"contracts": TOOL, "installed": there, "toInstall": new, "metadata": metadata}


def inventory(dice):
    """Entries of clusterctl's inventory."""
    pool = [
        CORE,
        *OTHERS[:3],
        ("CoreProvider", "cluster-api", "b-system"),
        ("InfrastructureProvider", "infra", "b-system"),
    ]
    chosen = dice.sample(pool, dice.randint(0, 4))
    return [{"type": kind, "providerName": name, "namespace": namespace} for kind, name, namespace in chosen]


def reference(dice):
    """A provider as the command line of an upgrade names it, and who is installed."""
    pool = [
        ("InfrastructureProvider", "aws", "ns1"),
        ("InfrastructureProvider", "aws", "ns2"),
        ("CoreProvider", "aws", "ns1"),
    ]
    installed = [provider(identity, "v1.0.0") for identity in dice.sample(pool, dice.randint(0, 3))]
    name = dice.choice(["aws"] * 5 + ["azure", "AWS", "bad_name", "", "a.b"])
    namespace = dice.choice(["", "", "", "ns1/", "ns2/", "NS1/", "/", "a/b/", "ns_1/"])
    version = dice.choice([":v1.1.0"] * 5 + [":", "", ":1.1.0", ":v1.1", ":V1.1.0", ":v1.1.0-RC.1", ":v1.1.0:x", ":x"])
    kind = dice.choice(["InfrastructureProvider", "InfrastructureProvider", "CoreProvider"])
    # An empty option is none.
    return {"kind": kind, "reference": namespace + name + version or "aws", "installed": installed}


OWN = {"clusterctl.cluster.x-k8s.io": "", "cluster.x-k8s.io/provider": "infrastructure-infra"}
SPOILT = [
    {"clusterctl.cluster.x-k8s.io": "x", "cluster.x-k8s.io/provider": "infrastructure-infra"},
    {"cluster.x-k8s.io/provider": "infrastructure-infra"},
    {"clusterctl.cluster.x-k8s.io": "", "cluster.x-k8s.io/provider": "infrastructure-aws"},
    {},
]
GLOBAL = ["ClusterRole", "ClusterRoleBinding", "MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"]
GLOBAL += ["CustomResourceDefinition", "Namespace", "ClusterFoo"]
LOCAL = ["Pod", "Deployment", "ConfigMap", "AWSCluster", "Provider"]


def components(dice):
    """Objects of a cluster, of which a provider's are deleted."""
    objects = {}
    for _ in range(dice.randint(2, 9)):
        kind = dice.choice(GLOBAL + LOCAL)
        if kind in GLOBAL:
            namespace, name = "", dice.choice(["ns1-a", "a", "ns1", "ns2-a", "ns1a"])
        else:
            namespace, name = dice.choice(["ns1", "ns1", "ns2"]), dice.choice(["a", "b"])
        labels = dice.choice([OWN] * 6 + SPOILT)
        objects[kind, namespace, name] = {"kind": kind, "namespace": namespace, "name": name, "labels": labels}
    return {
        "provider": {"label": "infrastructure-infra", "namespace": "ns1"},
        "includeNamespace": dice.random() < 0.3,
        "includeCRDs": dice.random() < 0.3,
        "skipInventory": dice.random() < 0.5,
        "objects": list(objects.values()),
    }
