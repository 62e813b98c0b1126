"""The gate beside an API server that it watches: what it may read, what changes, what breaks off."""

import http.client
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from providers.kubernetes import Kubernetes

GARDEN = "core.gardener.cloud"
ROLE = Path(__file__).parents[2] / "deploy/role.yaml"


class Gate:
    """`fitment serve` on a port of its own."""

    def __init__(self, cluster, kubeconfig):
        self.log = cluster.folder / "decisions.jsonl"
        process = cluster.start("gate", os.environ["FITMENT"], "serve", "--kubernetes", "--kubeconfig", kubeconfig,
                                "--listen=127.0.0.1:0", "--every=100ms", "--log", self.log, "--log-bodies")  # fmt: skip
        said = cluster.folder / "gate.log"
        pattern = r"listening on http://127.0.0.1:(\d+)"
        cluster.wait(lambda: re.search(pattern, said.read_text()), "the gate listens", 60)
        self.port = int(re.search(pattern, said.read_text())[1])
        self.cluster, self.process = cluster, process

    def ask(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request(method, path, body and json.dumps(body).encode())
        answer = connection.getresponse()
        said = json.loads(answer.read())
        connection.close()
        return answer.status, said

    def ready(self):
        return self.ask("GET", "/readyz")

    def generation(self):
        return self.ready()[1]["generation"]

    def offered(self, profile="azure"):
        """How many image versions may be taken, of a profile that is loaded; the status where it is undecided."""
        given = {"cloudProfile": profile, "machineType": "small"}
        status, said = self.ask("POST", "/ask/images/fit", {"given": given})
        return said["answer"]["summary"]["offered"] if status == 200 else status

    def deletes(self, profile):
        """Whether the deletion of a profile is let pass, and what is said."""
        request = {"uid": "1", "operation": "DELETE", "name": profile["metadata"]["name"], "oldObject": profile,
                   "kind": {"group": GARDEN, "version": "v1beta1", "kind": "CloudProfile"},
                   "resource": {"group": GARDEN, "version": "v1beta1", "resource": "cloudprofiles"},
                   "userInfo": {"username": "somebody"}}  # fmt: skip
        body = {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": request}
        response = self.ask("POST", "/admit", body)[1]["response"]
        return response["allowed"], response.get("status", {}).get("code")


def definition(kind, plural, scope):
    version = {"name": "v1beta1", "served": True, "storage": True,
               "schema": {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": True}}}  # fmt: skip
    names = {"kind": kind, "plural": plural, "singular": kind.lower(), "listKind": f"{kind}List"}
    return {
        "metadata": {"name": f"{plural}.{GARDEN}", "annotations": {"api-approved.kubernetes.io": "unapproved"}},
        "spec": {"group": GARDEN, "names": names, "scope": scope, "versions": [version]},
    }


def profile(classification="supported"):
    flavors = [{"architecture": ["amd64"]}]
    version = {"version": "1.0.0", "classification": classification, "capabilityFlavors": flavors,
               "cri": [{"name": "containerd"}]}  # fmt: skip
    return {
        "apiVersion": f"{GARDEN}/v1beta1",
        "kind": "CloudProfile",
        "metadata": {"name": "azure"},
        "spec": {
            "type": "azure",
            "regions": [{"name": "westeurope"}],
            "kubernetes": {"versions": [{"version": "1.33.2"}]},
            "machineCapabilities": [{"name": "architecture", "values": ["amd64", "arm64"]}],
            "machineTypes": [{"name": "small", "cpu": "2", "gpu": "0", "memory": "8Gi", "usable": True,
                              "capabilities": {"architecture": ["amd64"]}}],
            "machineImages": [{"name": "linux", "updateStrategy": "major", "versions": [version]}],
        },
    }  # fmt: skip


def shoot(name):
    pool = {"name": "a", "machine": {"type": "small", "image": {"name": "linux", "version": "1.0.0"}}}
    return {
        "apiVersion": f"{GARDEN}/v1beta1",
        "kind": "Shoot",
        "metadata": {"name": name, "namespace": "garden-dev"},
        "spec": {"cloudProfile": {"kind": "CloudProfile", "name": "azure"}, "region": "westeurope",
                 "provider": {"type": "azure", "workers": [pool]}},
    }  # fmt: skip


def main():
    with tempfile.TemporaryDirectory() as folder:
        cluster = Kubernetes.__new__(Kubernetes)
        cluster.started = []
        try:
            cluster.__init__(folder)
            watch(cluster)
        finally:
            cluster.stop()


def watch(cluster):
    cluster.namespace("fitment")
    cluster.namespace("garden-dev")
    definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
    served = f"/apis/{GARDEN}/v1beta1"
    profiles, shoots = f"{served}/cloudprofiles", f"{served}/namespaces/garden-dev/shoots"
    cluster.make(definitions, definition("CloudProfile", "cloudprofiles", "Cluster"))
    cluster.make(definitions, definition("Shoot", "shoots", "Namespaced"))
    cluster.wait(lambda: cluster.ask("GET", shoots)[0] == 200, "the kinds of Gardener are served")
    cluster.secret("garden-dev", "credentials", {"password": "correct-horse"})
    cluster.make(profiles, profile())
    # A server behind the API for a part of the group, as Gardener's own is, which is down.
    extensions = "/apis/apiregistration.k8s.io/v1/apiservices"
    service = {"name": "gardener-apiserver", "namespace": "garden"}
    cluster.make(extensions, {"apiVersion": "apiregistration.k8s.io/v1", "kind": "APIService",
                              "metadata": {"name": f"v1.{GARDEN}"},
                              "spec": {"group": GARDEN, "version": "v1", "service": service, "groupPriorityMinimum": 1000,
                                       "versionPriority": 1, "insecureSkipTLSVerify": True}})  # fmt: skip

    # As the account of the role, which nobody has bound yet.
    config = json.loads(Path(cluster.kubeconfig()).read_text())
    config["users"][0]["user"]["as"] = "system:serviceaccount:fitment:fitment"
    kubeconfig = cluster.folder / "gate.kubeconfig"
    kubeconfig.write_text(json.dumps(config))
    gate = Gate(cluster, kubeconfig)
    cluster.wait(lambda: any("forbidden" in fault for fault in gate.ready()[1]["unheard"]), "it is told what it may not", 60)
    status, said = gate.ready()
    assert (status, said["ready"], said["generation"]) == (503, False, 0), said
    assert gate.deletes(profile()) == (False, 503), "nothing is let pass before the documents are there"
    assert gate.offered() == 503, "and no question is answered"

    paths = {"ServiceAccount": "/api/v1/namespaces/fitment/serviceaccounts",
             "ClusterRole": "/apis/rbac.authorization.k8s.io/v1/clusterroles",
             "ClusterRoleBinding": "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings"}  # fmt: skip
    for document in ROLE.read_text().split("---\n"):
        cluster.make(paths[re.search(r"^kind: (\w+)", document, re.M)[1]], document)
    child_kind = f"NamespacedCloudProfile.{GARDEN}"
    cluster.wait(lambda: [fault.split(":")[0] for fault in gate.ready()[1]["unheard"]] == [child_kind],
                 "only the kind is waited for whose server is down", 180)  # fmt: skip
    assert gate.ready()[0] == 503 and gate.deletes(profile()) == (False, 503), "profiles may build on it, for all that is known"
    cluster.must("DELETE", f"{extensions}/v1.{GARDEN}")
    cluster.wait(lambda: gate.ready()[0] == 200, "the role is all that it takes", 180)
    assert gate.ready()[1]["unheard"] == [], gate.ready()
    assert gate.offered() == 1
    assert gate.deletes(profile()) == (True, None), "all Shoots are known, and there are none"

    # Changes come one by one, and a burst as a few.
    cluster.merge(f"{profiles}/azure", {"spec": profile("deprecated")["spec"] | {"machineTypes": []}})
    cluster.wait(lambda: gate.offered() == 409, "a machine type that is gone is gone", 120)
    cluster.merge(f"{profiles}/azure", profile())
    cluster.wait(lambda: gate.offered() == 1, "and there again", 120)
    before, burst = gate.generation(), 100
    for number in range(burst):
        cluster.make(shoots, shoot(f"web-{number}"))
    cluster.wait(lambda: gate.deletes(profile())[0] is False, "a Shoot uses the profile", 120)
    held = lambda: sum(one["kind"] == "Shoot" for one in gate.ask("GET", "/documents")[1]["documents"])
    cluster.wait(lambda: held() == burst, "every Shoot is there", 120)
    generations = gate.generation() - before
    assert generations < burst / 3, f"{generations} generations for {burst} changes"

    # An API that is away for a while: decisions go on, and what happened meanwhile is not missed.
    served_by = next(one for one in cluster.started if one.args[0] == os.environ["APISERVER"])
    served_by.kill()
    served_by.wait()
    cluster.started.remove(served_by)
    assert gate.deletes(profile()) == (False, 403) and gate.ready()[0] == 200
    cluster.connection = None
    cluster.start("apiserver-again", *served_by.args)
    cluster.wait(lambda: cluster.ask("GET", "/readyz")[0] == 200, "the API server is ready again")
    for number in range(burst):
        cluster.must("DELETE", f"{shoots}/web-{number}")
    cluster.wait(lambda: gate.deletes(profile()) == (True, None), "the Shoots are gone", 300)

    # A kind that is served from now on.
    cluster.make(definitions, definition("NamespacedCloudProfile", "namespacedcloudprofiles", "Namespaced"))
    children = f"{served}/namespaces/garden-dev/namespacedcloudprofiles"
    cluster.wait(lambda: cluster.ask("GET", children)[0] == 200, "the kind is served")
    child = {"apiVersion": f"{GARDEN}/v1beta1", "kind": "NamespacedCloudProfile", "metadata": {"name": "lab"},
             "spec": {"parent": {"kind": "CloudProfile", "name": "azure"}}}  # fmt: skip
    cluster.make(children, child)
    cluster.wait(lambda: gate.deletes(profile())[0] is False, "a profile builds on it", 120)

    # What a Secret holds was never asked for, and stands nowhere.
    kept = [path for path in cluster.folder.glob("decisions*/**/*") if path.is_file()]
    assert any("credentials" in path.read_text(errors="replace") for path in kept), "the documents are kept beside the log"
    assert not any("correct-horse" in path.read_text(errors="replace") for path in kept)
    replayed = subprocess.run([os.environ["FITMENT"], "replay", gate.log], capture_output=True, check=False)
    assert replayed.returncode == 0, replayed.stderr.decode()
    gate.process.terminate()
    assert gate.process.wait(60) == 0
    cluster.started.remove(gate.process)
    # What goes wrong is told once, in the gate's own words and not also in those of the client that it watches with.
    said = (cluster.folder / "gate.log").read_text()
    assert "the Kubernetes API cannot be watched" in said and "Server cert bypassed" in said, said
    assert not re.search(r"watch.* error( with)? 403|eof in poll|failed with error", said), said
    print(f"the gate watches an API server: {burst} changes in {generations} generations")


if __name__ == "__main__":
    sys.exit(main())
