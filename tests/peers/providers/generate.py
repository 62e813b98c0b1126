"""What each question about providers is given, where that is small."""

from providers import fleets, releases, templates

NAMES = ["aws", "kubeadm", "a-b", "x1"]
# Those that clusterctl knows, of whichever kind, and one that it does not.
BUILT_IN = """
aws azure byoh canonical-kubernetes cloudscale-ch-cloudscale cloudstack cluster-api coxedge digitalocean docker
eitco-cdk8s gcp harvester-harvester helm hetzner hosted-control-plane huawei ibmcloud in-cluster ionoscloud-ionoscloud
k0sproject-k0smotron kairos-io kairos-io-fleet kamaji kubeadm kubekey kubekey-k3s kubeswift-io kubevirt linode-linode
maas metal-stack metal3 microk8s nested nutanix oci opennebula openstack outscale oxide proxmox rancher-fleet rke2
scaleway sidero talos tinkerbell-tinkerbell vcd vcluster virtink vsphere vultr-vultr hivelocity-hivelocity nobody
""".split()


def rendering(dice):
    return {"template": templates.template(dice), "variables": templates.variables(dice)}


def initialisation(dice):
    """Plain variables; the language is asked about elsewhere."""
    forms = ["${%s}", "${%s}", "${%s:=d}", "${ %s }", "${%s:-}"]
    template = " ".join(dice.choice(forms) % dice.choice(["A", "B", "C_1"]) for _ in range(dice.randint(0, 3)))
    file = {"A": "f", "B": dice.choice([7, True, "", "x y"]), "UNUSED": "u", "github-token": "t"}
    return {
        "provider": {"kind": "InfrastructureProvider", "name": "aws", "namespace": "capa-system"},
        "template": template,
        "environment": {name: dice.choice(["e", "", "1"]) for name in ["A", "C_1", "OTHER"] if dice.random() < 0.4},
        "file": {name: value for name, value in file.items() if dice.random() < 0.6},
    }


def image(dice):
    return {
        "component": dice.choice(templates.COMPONENTS),
        "image": templates.image(dice),
        "overrides": templates.overrides(dice),
    }


def series(dice):
    given = {"releaseSeries": releases.series(dice)}
    if dice.random() < 0.5:
        return {**given, "contract": dice.choice(releases.CONTRACTS)}
    return {**given, "version": releases.version(dice)}


def release(dice):
    """No series of the tool's contract, so that the latest release is the answer."""
    given = releases.repository(dice)
    return {key: given[key] for key in ("versions", "metadataPresentFor")}


def release_of_contract(dice):
    return {**releases.repository(dice), "contract": "v1beta2"}


def default_version(dice):
    tag = dice.choice(["latest", "latest", "v1.4.1", "v0.1.0-rc.0", "x"])
    # The files of a release are in no folder.
    file = "components.yaml" if tag == "latest" else dice.choice(["components.yaml", "a/components.yaml"])
    return {"url": f"https://github.com/o/{{repo}}/releases/{tag}/{file}", "latestForContract": "v2.3.5"}


def stored_contract(dice):
    names = dice.sample(["v1alpha4", "v1beta1", "v1beta2", "v1beta3"], dice.randint(0, 3))
    stored = dice.choice(names) if names and dice.random() < 0.9 else None
    allow = {}
    if dice.random() < 0.25:
        allow["notInstalled"] = True
    if dice.random() < 0.1:
        allow["anyContract"] = True
    if dice.random() < 0.5:
        allow["contracts"] = dice.sample(["v1beta1", "v1alpha4", "v1beta3"], dice.randint(0, 2))
    versions = [{"name": name, "storage": name == stored} for name in names]
    return {
        "currentContract": "v1beta2",
        "clusterCRDVersions": None if dice.random() < 0.2 else versions,
        "allow": allow,
    }


def custom_plan(dice):
    fleet = fleets.fleet(dice)
    return {**fleet, "upgrades": fleets.upgrades(dice, fleet)}


def apply_plan(dice):
    return {**fleets.fleet(dice), "contract": dice.choice(["v1beta2"] * 8 + ["v1beta1", "v99"])}


def skip(dice):
    kind = dice.choice(["CoreProvider"] * 4 + ["BootstrapProvider"] * 2 + ["ControlPlaneProvider", "IPAMProvider"])
    name = "cluster-api" if kind == "CoreProvider" else dice.choice(["kubeadm", "kubeadm", "talos", "rke2"])
    major, minor = dice.choice([0, 1, 1, 1, 1]), dice.choice([8, 9, 9, 10, 10, 11, 12])
    current = f"v{major}.{minor}.{dice.choice(['0', '5', '5-rc.0', '5+b'])}"
    later = minor + dice.choice([-8, 0, 1, 2, 3, 3, 4, 4, 5])
    other = dice.choice([major] * 6 + [2])
    return {
        "kind": kind,
        "name": name,
        "current": current,
        "next": f"v{other}.{later}.{dice.choice(['0', '1', '0-rc.1'])}",
    }


def steps(dice):
    pool = [fleets.CORE, *fleets.OTHERS]
    chosen = dice.sample(pool, dice.randint(1, 5))
    labels = [fleets.label(fleets.provider(identity, "v1.0.0")) for identity in chosen]
    return {"upgrades": [{"label": label, "namespace": f"{label}-system"} for label in labels]}


def order(dice):
    return {"providers": dice.sample(list(fleets.PREFIX), dice.randint(1, 7))}
