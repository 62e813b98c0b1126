"""The Cluster API operator beside an API server of its own."""

import os
import re
import tempfile
from base64 import b64encode
from contextlib import contextmanager

from providers.kubernetes import GROUP, PLURALS, Kubernetes, free_ports, kind_path


class Management(Kubernetes):
    """A management cluster."""

    def run(self):
        """Starts the operator, which then sees what is there."""
        self.webhooks, health, metrics = free_ports(3)
        return self.start("operator", os.environ["OPERATOR"], "--kubeconfig", self.kubeconfig(), "--profiler-address=",
                          f"--webhook-port={self.webhooks}", f"--webhook-cert-dir={self.folder}", "--sync-period=1h",
                          f"--health-addr=127.0.0.1:{health}", "--insecure-diagnostics",
                          f"--diagnostics-address=127.0.0.1:{metrics}")  # fmt: skip

    def admit(self):
        """Lets the operator complete what is written, as it does in its own installation."""
        authority = self.certificate.read_bytes()
        address = f"https://127.0.0.1:{self.webhooks}/mutate-operator-cluster-x-k8s-io-v1alpha2-"
        webhooks = [
            {
                "name": f"v{kind.lower()}.kb.io",
                "admissionReviewVersions": ["v1"],
                "sideEffects": "None",
                "clientConfig": {
                    "url": address + kind.lower(),
                    "caBundle": b64encode(authority).decode(),
                },
                "rules": [{"apiGroups": [GROUP], "apiVersions": ["v1alpha2"], "resources": [plural],
                           "operations": ["CREATE", "UPDATE"]}],
            }
            for kind, plural in PLURALS.items()
        ]  # fmt: skip
        path = "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations"
        self.make(path, {"metadata": {"name": "operator"}, "webhooks": webhooks})
        self.namespace("default")
        trial = {"apiVersion": f"{GROUP}/v1alpha2", "kind": "AddonProvider", "metadata": {"name": "x"}}
        trial["spec"] = {"configSecret": {"name": "x"}}
        completed = {"name": "x", "namespace": "default"}

        def completes():
            said = self.ask("POST", kind_path("AddonProvider", "default") + "?dryRun=All", trial)[1]
            return said.get("spec", {}).get("configSecret") == completed

        self.wait(completes, "the operator completes what is written")

    def end(self, operator):
        """Ends the operator."""
        operator.kill()
        operator.wait()
        self.started.remove(operator)

    def conditions(self, kind, namespace, name):
        """The conditions of a provider by their type."""
        found = self.get(kind_path(kind, namespace, name)) or {}
        return {one["type"]: one for one in found.get("status", {}).get("conditions", [])}

    def concluded(self):
        """The providers that are installed, or not for a reason."""
        found = set()
        for kind in PLURALS:
            for item in self.must("GET", kind_path(kind))["items"]:
                told = {one["type"] for one in item.get("status", {}).get("conditions", [])}
                if "ProviderInstalled" in told:
                    found.add((kind, item["metadata"]["namespace"], item["metadata"]["name"]))
        return found

    def complained(self):
        """The providers of which the operator logged an error, as kind, namespace and name."""
        log = (self.folder / "operator.log").read_text(errors="replace")
        found = re.findall(r'"Reconciler error".* controllerKind="(\w+)" \w+="([^"/]+)/([^"]+)"', log)
        return set(found)


@contextmanager
def management():
    """A management cluster that is ended and removed afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        made = Management.__new__(Management)
        made.started = []
        try:
            made.__init__(folder)
            yield made
        finally:
            made.stop()
