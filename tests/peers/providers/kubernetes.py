"""An API server of its own over loopback, with the definitions of the Cluster API operator."""

import ctypes
import http.client
import json
import os
import signal
import socket
import ssl
import subprocess
import sys
import time
from pathlib import Path

TOKEN = "peer"
GROUP = "operator.cluster.x-k8s.io"
PLURALS = {
    "CoreProvider": "coreproviders",
    "BootstrapProvider": "bootstrapproviders",
    "ControlPlaneProvider": "controlplaneproviders",
    "InfrastructureProvider": "infrastructureproviders",
    "IPAMProvider": "ipamproviders",
    "RuntimeExtensionProvider": "runtimeextensionproviders",
    "AddonProvider": "addonproviders",
}


def end_with_parent():
    """Has the kernel end a program as soon as this one has ended, however that was."""
    set_death_signal = 1
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(set_death_signal, signal.SIGKILL)


def free_ports(count):
    """Ports that nobody listens on."""
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Kubernetes:
    """etcd and an API server in a folder."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.started = []
        self.connection = None
        store, peers, self.port = free_ports(3)
        address = f"http://127.0.0.1:{store}"
        self.start("etcd", os.environ["ETCD"], "--data-dir", self.folder / "etcd", "--unsafe-no-fsync",
                   "--listen-client-urls", address, "--advertise-client-urls", address,
                   "--listen-peer-urls", f"http://127.0.0.1:{peers}")  # fmt: skip
        key, self.certificate = self.folder / "tls.key", self.folder / "tls.crt"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key,
                        "-out", self.certificate, "-subj", "/CN=peer", "-addext", "subjectAltName=IP:127.0.0.1"],
                       check=True, stderr=subprocess.DEVNULL)  # fmt: skip
        (self.folder / "tokens").write_text(f"{TOKEN},admin,1,system:masters\n")
        self.start("apiserver", os.environ["APISERVER"], f"--etcd-servers={address}", f"--secure-port={self.port}",
                   "--bind-address=127.0.0.1", f"--tls-cert-file={self.certificate}", f"--tls-private-key-file={key}",
                   f"--service-account-key-file={key}", f"--service-account-signing-key-file={key}",
                   "--service-account-issuer=https://kubernetes.default.svc", "--authorization-mode=RBAC",
                   f"--token-auth-file={self.folder / 'tokens'}", "--service-cluster-ip-range=10.0.0.0/24",
                   "--disable-admission-plugins=ServiceAccount")  # fmt: skip
        self.wait(lambda: self.ask("GET", "/readyz")[0] == 200, "the API server is ready")
        bases = sorted(Path(operator_module(), "config/crd/bases").glob("*.yaml"))
        for base in bases:
            self.make("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", base.read_text())
        self.wait(lambda: all(self.ask("GET", kind_path(kind))[0] == 200 for kind in PLURALS), "the kinds are served")

    def start(self, name, *command):
        """Starts a program whose output is kept."""
        output = open(self.folder / f"{name}.log", "wb")
        words = [str(word) for word in command]
        # Nobody leaves this machine.
        around = {**os.environ, "HTTPS_PROXY": "http://127.0.0.1:1", "NO_PROXY": "127.0.0.1,localhost"}
        around = {**around, "HOME": str(self.folder)}
        started = subprocess.Popen(
            words,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=self.folder,
            env=around,
            preexec_fn=end_with_parent,
        )
        self.started.append(started)
        return self.started[-1]

    def stop(self):
        """Ends what was started, the last first; the API server would take a minute to do so by itself."""
        for process in reversed(self.started):
            process.kill()
            process.wait()

    def wait(self, holds, what, seconds=400):
        """Until something holds."""
        until = time.monotonic() + seconds
        while not holds():
            ended = [process.args[0] for process in self.started if process.poll() is not None]
            if ended or time.monotonic() > until:
                logs = "".join(path.read_text(errors="replace")[-3000:] for path in self.folder.glob("*.log"))
                raise SystemExit(f"never came: {what}; ended: {ended}\n{logs}")
            time.sleep(0.2)

    def ask(self, method, path, body=None, content="application/json"):
        """The status and the answer, and the warnings under their own key."""
        text = body if body is None or isinstance(body, str) else json.dumps(body)
        headers = {"Authorization": f"Bearer {TOKEN}", "Accept": "application/json", "Content-Type": content}
        try:
            if self.connection is None:
                trusting = ssl._create_unverified_context()
                self.connection = http.client.HTTPSConnection("127.0.0.1", self.port, context=trusting, timeout=60)
            self.connection.request(method, path, text and text.encode(), headers)
            answer = self.connection.getresponse()
            said = answer.read()
        except (OSError, http.client.HTTPException):
            self.connection = None
            return 0, {}
        warnings = [value for name, value in answer.getheaders() if name == "Warning"]
        if not answer.getheader("Content-Type", "").startswith("application/json"):
            return answer.status, {}
        return answer.status, {**json.loads(said), "_warnings": warnings}

    def must(self, method, path, body=None, content="application/json"):
        """The answer of what has to succeed."""
        status, said = self.ask(method, path, body, content)
        if status >= 300 or status == 0:
            raise SystemExit(f"{method} {path}: {status} {said.get('message')}")
        return said

    def make(self, path, body):
        """Makes an object."""
        return self.must("POST", path, body, "application/yaml" if isinstance(body, str) else "application/json")

    def namespace(self, name):
        """Makes a namespace, unless it is there."""
        status, said = self.ask("POST", "/api/v1/namespaces", {"metadata": {"name": name}})
        assert status in (201, 409), said

    def provider(self, kind, name, namespace, spec, status=None):
        """Makes a provider's object."""
        body = {"apiVersion": f"{GROUP}/v1alpha2", "kind": kind, "metadata": {"name": name}, "spec": spec}
        self.make(kind_path(kind, namespace), body)
        if status:
            self.merge(kind_path(kind, namespace, name) + "/status", {"status": status})

    def merge(self, path, body):
        """Changes an object."""
        return self.must("PATCH", path, body, "application/merge-patch+json")

    def config_map(self, namespace, name, labels, data):
        """Makes a ConfigMap."""
        body = {"metadata": {"name": name, "labels": labels}, "data": data}
        self.make(f"/api/v1/namespaces/{namespace}/configmaps", body)

    def secret(self, namespace, name, data):
        """Makes a Secret."""
        self.make(f"/api/v1/namespaces/{namespace}/secrets", {"metadata": {"name": name}, "stringData": data})

    def get(self, path):
        """An object, or nothing."""
        status, said = self.ask("GET", path)
        return said if status == 200 else None

    def kubeconfig(self):
        """How programs reach it."""
        path = self.folder / "kubeconfig"
        server = {"server": f"https://127.0.0.1:{self.port}", "insecure-skip-tls-verify": True}
        path.write_text(json.dumps({
            "apiVersion": "v1", "kind": "Config", "current-context": "peer",
            "clusters": [{"name": "peer", "cluster": server}], "users": [{"name": "peer", "user": {"token": TOKEN}}],
            "contexts": [{"name": "peer", "context": {"cluster": "peer", "user": "peer"}}],
        }))  # fmt: skip
        return path


def kind_path(kind, namespace=None, name=None):
    """Where the objects of a kind of provider are."""
    inside = f"/namespaces/{namespace}" if namespace else ""
    return f"/apis/{GROUP}/v1alpha2{inside}/{PLURALS[kind]}" + (f"/{name}" if name else "")


def operator_module():
    """The folder of the operator's module, which the build has fetched."""
    command = ["go", "list", "-m", "-f", "{{.Dir}}", "sigs.k8s.io/cluster-api-operator"]
    done = subprocess.run(command, cwd=os.environ["OPERATOR_MODULE"], stdout=subprocess.PIPE, check=True)
    return done.stdout.decode().strip()
