"""The Cluster API operator beside an API server of its own."""

import os
import re
import tempfile
from contextlib import contextmanager

from providers.kubernetes import Kubernetes, free_ports, kind_path


class Management(Kubernetes):
    """A management cluster."""

    def run(self):
        """Starts the operator, which then sees what is there."""
        keys = self.folder / "serving"
        keys.mkdir(exist_ok=True)
        for kind in ("crt", "key"):
            (keys / f"tls.{kind}").write_bytes((self.certificates() / f"apiserver.{kind}").read_bytes())
        self.webhooks, health, metrics = free_ports(3)
        return self.start("operator", os.environ["OPERATOR"], "--kubeconfig", self.kubeconfig(), "--profiler-address=",
                          f"--webhook-port={self.webhooks}", f"--webhook-cert-dir={keys}", "--sync-period=1h",
                          f"--health-addr=127.0.0.1:{health}", "--insecure-diagnostics",
                          f"--diagnostics-address=127.0.0.1:{metrics}")  # fmt: skip

    def end(self, operator):
        """Ends the operator."""
        operator.kill()
        operator.wait()
        self.started.remove(operator)

    def conditions(self, kind, namespace, name):
        """The conditions of a provider by their type."""
        found = self.get(kind_path(kind, namespace, name)) or {}
        return {one["type"]: one for one in found.get("status", {}).get("conditions", [])}

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
