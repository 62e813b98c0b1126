"""Providers from ConfigMaps beside a core that is ready: what the operator makes of their components."""

import json

from compare import Appended
from providers import admission, specs, templates
from providers.install import VERSION, Install
from providers.kubernetes import kind_path
from providers.preflight import CORE, NOWHERE, condition
from providers.readiness import Readiness

COMPONENT = "cluster-api"


class Several(Install):
    """Deployments that one specification is about, each with a manifest of its own."""

    question = None
    count = 4

    def make(self, dice):
        self.members = {f"ca{place}-controller-manager": self.member(dice) for place in range(self.count)}
        self.specify(dice)
        return {}

    def cases(self, cluster):
        theirs = self.theirs(cluster)
        if not theirs.get("error"):
            for name, (given, _) in self.members.items():
                yield self.question, given, self.look(given, self.deployment(cluster, name))
            return
        # One of them is enough to stop the whole.
        deployments = [{"name": name, **made} for name, (_, made) in self.members.items()]
        given = {"deployments": deployments, **{key: self.spec.get(key) for key in ("manager", "deployment")}}
        yield "providers/deployments", {key: value for key, value in given.items() if value}, theirs

    def seen(self, cluster):
        return {}


class Args(Several):
    question = "providers/args"

    def member(self, dice):
        given = {
            "manifestArgs": specs.arguments(dice),
            "probes": specs.some(dice, {"liveness": ["/healthz"], "readiness": ["/readyz"]}, 0.5),
        }
        return given, {
            "replicas": 1,
            "containers": [{"name": "manager", "image": "r.io/m:v1", "args": given["manifestArgs"]}],
        }

    def specify(self, dice):
        common = {}
        if dice.random() < 0.85:
            common["manager"] = self.spec["manager"] = specs.manager(dice)
        if dice.random() < 0.4:
            common["containerArgs"] = specs.texts(dice, specs.KEYS, ["1", "", "true"])
            self.spec["deployment"] = {"containers": [{"name": "manager", "args": common["containerArgs"]}]}
        for name, (given, made) in self.members.items():
            given.update(common)
            self.objects.append(specs.stored(name, made, given["probes"]))

    def look(self, given, spec):
        container = spec["template"]["spec"]["containers"][0]
        asked = {kind: container[f"{kind}Probe"]["httpGet"]["path"] for kind in given["probes"]}
        args = Appended(container.get("args", []), len(given["manifestArgs"]))
        return {"args": args} | {f"{kind}Path": path for kind, path in asked.items()}


class Deployment(Several):
    question = "providers/deployment"

    def member(self, dice):
        names = ["manager", "controller", "rbac"]
        made = specs.manifest(dice, dice.sample(names, 3))
        return {"manifestDeployment": made}, made

    def specify(self, dice):
        common = {"deployment": specs.deployment(dice, ["manager", "controller", "rbac"])}
        if dice.random() < 0.4:
            common["manager"] = specs.manager(dice)
        self.spec |= common
        for name, (given, made) in self.members.items():
            given.update(common)
            self.objects.append(specs.stored(name, made))

    def look(self, given, spec):
        pod = spec["template"]["spec"]
        now = {one["name"]: one for one in pod["containers"]}
        before = {one["name"]: one for one in given["manifestDeployment"]["containers"]}
        theirs = {key: pod.get(key) for key in ("tolerations", "nodeSelector", "affinity", "imagePullSecrets")}
        theirs |= {"replicas": spec["replicas"], "serviceAccountName": pod.get("serviceAccountName")}
        keys = ("image", "args", "env", "resources", "command")
        theirs["untouched"] = Appended(
            [
                name
                for name in before
                if all((now[name].get(key) or None) == (before[name].get(key) or None) for key in keys)
            ],
            0,
        )
        wanted = given["deployment"].get("containers")
        if wanted or given.get("manager"):
            name = wanted[0]["name"] if wanted else "manager"
            container = now[name]
            theirs |= {"container": name, "image": container["image"], "command": container.get("command")}
            theirs["args"] = Appended(container.get("args", []), len(before[name]["args"]))
            theirs["env"] = {one["name"]: one.get("value", "") for one in container.get("env", [])}
            theirs["resources"] = container.get("resources")
        return theirs


class Deployments(Install):
    question = "providers/deployments"
    NAMES = ["capi-controller-manager", "capx-controller-manager", "cap", "ca-x", "operator", "aso-controller-manager"]
    NAMES += ["ca-controller-manager", "ca-controller-manager-x", "cacontroller-manager"]

    def make(self, dice):
        names = dice.sample(self.NAMES, dice.choice([1, 2, 2, 3]))
        self.made = {name: {"replicas": dice.choice([1, 3]), "containers": [{"name": "manager", "image": "r.io/m:v1"}]}
                     for name in names}  # fmt: skip
        self.objects = [specs.stored(name, made) for name, made in self.made.items()]
        further = {}
        for name in dice.sample(names + self.NAMES, dice.randint(0, 3)):
            containers = [
                {"containers": [{"name": dice.choice(["manager", "manager", "nope", "nope"]), "args": {"--y": "2"}}]}
            ]
            further[name] = specs.some(dice, {
                "manager": [{"verbosity": 3}, {"verbosity": 1}],
                "deployment": [{"replicas": 7}, {"replicas": 0}, *containers],
            }, 0.7)  # fmt: skip
        given = {
            "deployments": [{"name": name, "replicas": made["replicas"]} for name, made in self.made.items()],
            "deployment": dice.choice(
                [{}, {"replicas": 0}, {"replicas": 5, "containers": [{"name": "manager", "args": {"--x": "1"}}]}]
            ),
            "additionalDeployments": further,
        }
        if dice.random() < 0.3:
            given["manager"] = self.spec["manager"] = {"verbosity": 4}
        self.spec |= {key: given[key] for key in ("deployment", "additionalDeployments")}
        return given

    def seen(self, cluster):
        found = {name: self.deployment(cluster, name) for name in self.made}
        return {
            "replicas": {name: spec["replicas"] for name, spec in found.items()},
            "args": {name: spec["template"]["spec"]["containers"][0].get("args", []) for name, spec in found.items()},
        }


class Image(Install):
    """Images that one configuration overrides; the last may be none."""

    refusals = ("ComponentsImageOverrideError", "ComponentsFetchError")

    def make(self, dice):
        overrides = {
            key.replace(COMPONENT, self.label()): {part: value for part, value in parts.items() if part != "name"}
            for key, parts in templates.overrides(dice).items()
        }
        self.secret = {"images": json.dumps(overrides)}
        self.images = [
            dice.choice(["reg.io/", "reg.io/a/"]) + dice.choice(["x", "manager:v1", "x:v1" + templates.DIGEST])
            for _ in range(4)
        ]
        last = templates.image(dice)
        self.images.append(last if last.strip(":") and "$" not in last else "x y")
        for place, image in enumerate(self.images):
            made = {"replicas": 1, "containers": [{"name": "manager", "image": image}]}
            self.objects.append(specs.stored(f"d{place}", made))
        return {"component": self.label(), "overrides": overrides}

    def cases(self, cluster):
        theirs = self.theirs(cluster)
        question = "providers/image"
        if theirs.get("error"):
            yield question, {**self.given, "image": self.images[-1]}, theirs
            return
        for place, image in enumerate(self.images):
            now = self.deployment(cluster, f"d{place}")["template"]["spec"]["containers"][0]["image"]
            yield question, {**self.given, "image": image}, {"image": now}

    def seen(self, cluster):
        return {}


class Render(Install):
    question = "providers/render"
    refusals = ("ComponentsFetchError",)

    def make(self, dice):
        forms = ["${%s}", "${%s:=d}", "${%s:-d e}", "${ %s }", "${%s^^}", "$%s", "$${%s}", "${%s/a/b}", "${#%s}"]
        template = " ".join(dice.choice(forms) % dice.choice(["A", "B", "C_1"]) for _ in range(dice.randint(1, 3)))
        self.secret = {
            name: dice.choice(["", "x", "aab", "Äb"]) for name in ["A", "B", "C_1", "OTHER"] if dice.random() < 0.6
        }
        made = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "rendered", "namespace": "unused"}}
        self.objects = [made | {"data": {"text": template}}]
        return {"template": template, "variables": dict(self.secret)}

    def refused(self, told):
        names = told["message"].partition("variables [")[2].partition("]")[0]
        return {"error": True, "missing": names.split(", ") if names else []}

    def seen(self, cluster):
        path = f"/api/v1/namespaces/{self.namespace}/configmaps/rendered"
        return {"output": cluster.must("GET", path)["data"]["text"]}


class Contract(Install):
    question = "providers/check-contract"
    refusals = ("CAPIVersionIncompatibility",)

    def make(self, dice):
        contracts = ["v1beta2", "v1beta1", "v1alpha4", "v1alpha3", "v1beta3", ""]
        self.series = [
            {"major": 1, "minor": dice.choice([1, 2, 2, 3]), "contract": dice.choice(contracts)} for _ in range(2)
        ]
        self.objects = [{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "x", "namespace": "unused"}}]
        provider = {"kind": self.kind, "name": self.name, "version": VERSION}
        return {"provider": provider, "metadata": {"releaseSeries": self.series}, "coreContract": "v1beta2"}

    def refused(self, told):
        return {"accepted": False, "condition": {key: told[key] for key in ("type", "status", "reason")}}

    def seen(self, cluster):
        status = cluster.must("GET", kind_path(self.kind, self.namespace, self.name))["status"]
        return {"accepted": True, "contract": status["contract"]}

    def word(self, theirs):
        return "accepted" if theirs["accepted"] else "refused"


class Repository(Install):
    """Several ConfigMaps, of which the highest version is written to the specification."""

    question = "providers/configmap-repository"
    refusals = ("ComponentsFetchError",)
    later = ("FailedToUpdateProvidersHash", "CAPIVersionIncompatibility")

    def make(self, dice):
        del self.spec["version"]
        self.series = [
            {"major": major, "minor": minor, "contract": "v1beta2"} for major in (0, 1) for minor in range(4)
        ]
        self.objects = [{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "x", "namespace": "unused"}}]
        versions = ["v1.0.0", "v1.2.0", "v1.2.0-rc.1", "v1.3.0-alpha.1", "v0.3.10", "v0.3.9", "1.1.0"]
        self.config_maps = []
        for place, version in enumerate(dice.sample(versions, dice.randint(1, 3))):
            keys = ["metadata", "components"]
            if dice.random() < 0.08:
                keys.remove(dice.choice(keys))
            labels = {} if dice.random() < 0.6 else {"provider.cluster.x-k8s.io/version": version}
            name = f"named-{place}" if labels or dice.random() < 0.05 else version
            self.config_maps.append((name, labels, keys))
        maps = [{"name": name, "namespace": self.namespace, "labels": {"peer": self.name, **labels}, "dataKeys": keys}
                for name, labels, keys in self.config_maps]  # fmt: skip
        selector = self.spec["fetchConfig"]["selector"]
        return {"namespace": self.namespace, "selector": selector, "configMaps": maps}

    def seen(self, cluster):
        spec = cluster.must("GET", kind_path(self.kind, self.namespace, self.name))["spec"]
        self.written = spec.get("version")
        return {"error": False}

    def cases(self, cluster):
        yield from super().cases(cluster)
        if hasattr(self, "written"):
            versions = [labels.get("provider.cluster.x-k8s.io/version", name) for name, labels, _ in self.config_maps]
            yield "providers/latest-from-configmaps", {"versions": versions}, {"version": self.written}


ALL = [(Args, 20), (Deployment, 20), (Deployments, 30), (Image, 16), (Render, 24)]
ALL += [(Contract, 24), (Repository, 30), (Readiness, 8)]


def compare(dice, cluster, comparison):
    """All of them in one cluster, beside one core, and what of other objects is taken."""
    cluster.namespace(CORE["namespace"])
    spec = {"version": "v1.10.0", "fetchConfig": NOWHERE}
    cluster.provider(
        *(CORE[key] for key in ("kind", "name", "namespace")), spec, {"conditions": [condition("Ready", "True")]}
    )
    operator = cluster.run()
    cluster.admit()
    admission.compare(dice, cluster, comparison)
    classes = [kind for kind, count in ALL for _ in range(count)]
    installs = [kind(dice, number) for number, kind in enumerate(classes)]
    for install in installs:
        install.build(cluster)
    wanted = {(install.kind, install.namespace, install.name) for install in installs}
    cluster.wait(lambda: wanted <= cluster.concluded(), "the operator came to a conclusion of each", 600)
    for install in installs:
        for question, given, theirs in install.cases(cluster):
            comparison.add(question, given, theirs, install.word(theirs))
    cluster.end(operator)
