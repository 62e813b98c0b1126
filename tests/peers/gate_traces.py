"""The gate's traces, as a collector of OpenTelemetry gets them: names, parents, who sends them, and what a bad one does."""

import http.client
import json
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

FITMENT = os.environ.get("FITMENT", "target/release/fitment")
TRACE, CALLER = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
ABOUT = "/ask/fitment/about"
REVIEW = {
    "apiVersion": "admission.k8s.io/v1",
    "kind": "AdmissionReview",
    "request": {"uid": "1", "operation": "CREATE", "object": {"apiVersion": "v1", "kind": "Pod"},
                "kind": {"group": "", "version": "v1", "kind": "Pod"},
                "resource": {"group": "", "version": "v1", "resource": "pods"}},
}  # fmt: skip


def fields(message):
    """The fields of a protobuf message: numbers and values, of which those with a length are bytes."""
    at = 0

    def number():
        nonlocal at
        value, shift = 0, 0
        while True:
            byte = message[at]
            at, value, shift = at + 1, value | (byte & 127) << shift, shift + 7
            if byte < 128:
                return value

    while at < len(message):
        field, kind = divmod(number(), 8)
        if kind == 0:
            yield field, number()
            continue
        size = {1: 8, 5: 4}.get(kind) or number()
        yield field, message[at : at + size]
        at += size


def all_of(message, wanted):
    return [value for field, value in fields(message) if field == wanted]


def attributes(pairs):
    """Keys and values as plain ones: texts, truths and integers."""
    read = {}
    for pair in pairs:
        [key], [value] = all_of(pair, 1), all_of(pair, 2)
        [(kind, value)] = fields(value)
        read[key.decode()] = {1: bytes.decode, 2: bool, 3: int}[kind](value)
    return read


class Span:
    def __init__(self, message, sender):
        read = {field: value for field, value in fields(message) if field != 9}
        self.trace, self.id, self.parent = read[1].hex(), read[2].hex(), read.get(4, b"").hex()
        self.name, self.kind, self.sender = read[5].decode(), read.get(6, 0), sender
        self.begun, self.ended = (int.from_bytes(read[time], "little") for time in (7, 8))
        self.has = attributes(all_of(message, 9))
        self.status = dict(fields(read.get(15, b""))).get(3, 0)


class Collector:
    """Takes traces over loopback, encrypted where it has a certificate."""

    def __init__(self, certificate=None, key=None):
        self.spans, self.requests = [], 0
        collector = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                collector.requests += 1
                if (self.path, self.headers["Content-Type"]) == ("/v1/traces", "application/x-protobuf"):
                    collector.take(body)
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate, key)
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.url = f"{'https' if certificate else 'http'}://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def take(self, body):
        for resource_spans in all_of(body, 1):
            [resource] = all_of(resource_spans, 1)
            sender = attributes(all_of(resource, 1))
            for scope_spans in all_of(resource_spans, 2):
                self.spans += [Span(span, sender) for span in all_of(scope_spans, 2)]


class Gate:
    """`fitment serve` on a port of its own, without any variable of OpenTelemetry but these."""

    def __init__(self, folder, *options, **variables):
        known = {name: value for name, value in os.environ.items() if not name.startswith("OTEL_")}
        self.log = Path(folder) / f"log-{time.monotonic_ns()}"
        command = [FITMENT, "serve", "--listen=127.0.0.1:0", "--drain=50ms", *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log.open("w"), text=True,
                                        env=known | variables)  # fmt: skip
        said = self.process.stdout.readline()
        listening = re.match(r"listening on http://127.0.0.1:(\d+)", said)
        if not listening:
            sys.exit(f"the gate does not listen: {said}{self.log.read_text()}")
        self.port = int(listening[1])

    def ask(self, method, path, body=b"", parent=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request(method, path, body, {"traceparent": parent} if parent else {})
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer.status

    def stop(self):
        """How it ended, how long that took, and what it told."""
        begun = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(30)
        return code, time.monotonic() - begun, self.log.read_text()


def expect(condition, says):
    if not condition:
        sys.exit(f"gate_traces: expected {says}")


def continued(folder):
    collector = Collector()
    gate = Gate(folder, "--documents", "examples/images/cloudprofile.yaml", "--otlp", collector.url)
    review = json.dumps(REVIEW).encode()
    statuses = [
        gate.ask("POST", "/admit", review, f"00-{TRACE}-{CALLER}-01"),
        # Larger than what is decided where it arrives: another thread decides it.
        gate.ask("POST", "/admit/mutate?timeout=5s", review + b" " * 200_000, f"00-{TRACE}-{CALLER}-01"),
        gate.ask("POST", ABOUT, b"", f"00-{TRACE[::-1]}-{CALLER}-00"),
        gate.ask("POST", ABOUT, b"", "no traceparent"),
        gate.ask("GET", "/healthz"),
        gate.ask("GET", "/nowhere/to/be/found"),
    ]
    expect(statuses == [200, 200, 200, 200, 200, 404], f"answers, found {statuses}")
    code, _, log = gate.stop()
    expect(code == 0, f"an end without a fault, found {code}: {log}")
    spans = collector.spans
    shown = [(span.name, span.trace, span.parent, span.has) for span in spans]
    senders = {(span.sender["service.name"], bool(span.sender["service.version"])) for span in spans}
    expect(senders == {("fitment", True)}, f"one service, found {senders}")
    expect(all(span.begun <= span.ended for span in spans), f"spans that end after they begin: {shown}")

    def one(name):
        found = [span for span in spans if span.name == name]
        expect(len(found) == 1, f"one span `{name}`, found {shown}")
        return found[0]

    def below(span):
        return [other for other in spans if other.parent == span.id and other.trace == span.trace]

    for name, path, generation in [("POST /admit", "/admit", 1), ("POST /admit/mutate", "/admit/mutate", 1)]:
        request = one(name)
        expect((request.trace, request.parent) == (TRACE, CALLER), f"`{name}` below its caller, found {shown}")
        expect(request.kind == 2 and request.status == 0, f"`{name}` as a server's, found {request.kind}")
        told = {"http.request.method": "POST", "url.path": path, "http.route": path, "http.response.status_code": 200}
        expect(told.items() <= request.has.items(), f"{told}, found {request.has}")
        [decision] = below(request)
        told = {"verb": "review", "outcome": "yes", "generation": generation}
        expect(decision.name == "decision", f"a decision below `{name}`, found {decision.name}")
        expect(told.items() <= decision.has.items(), f"{told}, found {decision.has}")
        expect(decision.has["took_us"] > 0 and decision.has["memory"] > 0, f"figures, found {decision.has}")
    # Who calls may say that nothing is collected; what is no parent begins a trace.
    asked = one("POST /ask")
    expect(asked.parent == "" and asked.trace not in (TRACE, TRACE[::-1]), f"a trace of its own, found {shown}")
    expect([span.has["verb"] for span in below(asked)] == ["ask"], f"a decision below it, found {shown}")
    expect(not below(one("GET /healthz")), f"no decision about health, found {shown}")
    expect(one("GET unknown").has["http.response.status_code"] == 404, f"what was not found, found {shown}")
    built = [span for span in spans if span.name == "documents"]
    expect(built and all(span.has["generation"] == 1 for span in built), f"the documents, found {shown}")


def named(folder):
    """The variables say where, and who."""
    collector = Collector()
    gate = Gate(folder, OTEL_EXPORTER_OTLP_ENDPOINT=f"{collector.url}/", OTEL_SERVICE_NAME="another",
                OTEL_RESOURCE_ATTRIBUTES="deployment.environment.name=test,service.name=none")  # fmt: skip
    gate.ask("POST", ABOUT)
    gate.stop()
    senders = [span.sender for span in collector.spans if span.name == "POST /ask"]
    expect([sender["service.name"] for sender in senders] == ["another"], f"the name of a variable, found {senders}")
    expect(senders[0]["deployment.environment.name"] == "test", f"an attribute of a variable, found {senders}")


def encrypted(folder):
    certificate, key = Path(folder) / "cert.pem", Path(folder) / "key.pem"
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
               "2", "-subj", "/CN=collector", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate]  # fmt: skip
    subprocess.run(command, check=True, capture_output=True)
    collector = Collector(certificate, key)
    gate = Gate(folder, "--otlp", collector.url, OTEL_EXPORTER_OTLP_CERTIFICATE=str(certificate))
    gate.ask("POST", ABOUT)
    _, _, log = gate.stop()
    expect("POST /ask" in [span.name for span in collector.spans], f"traces over TLS, found none: {log}")


def failing(folder):
    """A collector that is not there, and one that never answers: decisions go on as if there were none."""
    deaf = socket.create_server(("127.0.0.1", 0), backlog=64)
    gone = socket.create_server(("127.0.0.1", 0))
    urls = [f"http://127.0.0.1:{server.getsockname()[1]}" for server in (deaf, gone)]
    gone.close()
    for url in urls:
        # Batches are sent so often that there is always one that fails.
        gate = Gate(folder, "--otlp", url, OTEL_BSP_SCHEDULE_DELAY="50", OTEL_BSP_MAX_QUEUE_SIZE="64")
        slowest = 0
        for _ in range(300):
            begun = time.monotonic()
            expect(gate.ask("POST", ABOUT) == 200, "an answer")
            slowest = max(slowest, time.monotonic() - begun)
        # What waits for a collector waits for seconds.
        expect(slowest < 2, f"answers at once, found one after {slowest} s")
        if url == urls[0]:
            time.sleep(6)
        code, took, log = gate.stop()
        expect(code == 0 and took < 6, f"an end soon and without a fault, found {code} after {took} s: {log}")
        told = log.count("traces do not reach the collector")
        expect(told == 1, f"that it is told once, found {told} times: {log}")
    deaf.close()


def refused():
    for url in ["ftp://127.0.0.1", "collector:4318", "https://127.0.0.1:4318", ""]:
        command = [FITMENT, "serve", "--listen=127.0.0.1:0", "--otlp", url]
        done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
        expect(done.returncode == 1 and f"found the collector `{url}" in done.stderr, f"{url} refused, found {done}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        for test in [continued, named, encrypted, failing]:
            test(folder)
    refused()
    print("the gate's traces: below their callers, by variables, over TLS, and with collectors that fail")


main()
