"""What providers' objects say of their Deployments, and the manifests that they say it of."""

ARGUMENTS = [
    "--v=2",
    "--extra",
    "--extra=1",
    "--namespace=x",
    "--leader-elect",
    "--leader-elect=true",
    "--sync-period=1h",
]
ARGUMENTS += ["--metrics-bind-addr=:8080", "--diagnostics-address=:8443", "--insecure-diagnostics=true"]
ARGUMENTS += [
    "--webhook-port=9443",
    "--feature-gates=A=true,B=false",
    "--feature-gates=",
    "--feature-gates=C=TRUE,A,B= true",
]
ARGUMENTS += ["--machine-concurrency=5", "--max-concurrent-reconciles=3", "--health-addr=:9440", "-v=1", "positional"]
DURATIONS = ["10m", "1500ms", "300ms", "0s", "1h0m0s", "-5s", "90s"]
KEYS = [
    "--extra",
    "--new",
    "--v",
    "v",
    "--leader-elect",
    "--feature-gates",
    "--sync-period",
    "namespace",
    "--namespace",
]
RESOURCES = [
    {"limits": {"memory": "1Gi"}},
    {"requests": {"cpu": "100m"}},
    {"requests": {"cpu": "1"}, "limits": {"cpu": "2"}},
]


def some(dice, choices, chance=0.25):
    """A few of the members, each by a function or out of a list."""
    found = {}
    for key, values in choices.items():
        if dice.random() < chance:
            found[key] = values() if callable(values) else dice.choice(values)
    return found


def arguments(dice, most=4):
    """What a manifest starts its manager with; a flag once."""
    chosen = {}
    for argument in dice.sample(ARGUMENTS, dice.randint(0, most)):
        chosen.setdefault(argument.split("=")[0], argument)
    return list(chosen.values())


def texts(dice, keys, values, most=2):
    """A map of texts."""
    return {key: dice.choice(values) for key in dice.sample(keys, dice.randint(1, most))}


def manager(dice):
    """`spec.manager`."""
    duration = lambda: dice.choice(DURATIONS)  # noqa: E731
    election = {
        "leaseDuration": duration,
        "renewDeadline": duration,
        "retryPeriod": duration,
        "resourceName": ["n", ""],
        "resourceNamespace": ["ns", ""],
        "resourceLock": ["leases"],
    }
    return some(dice, {
        "verbosity": [0, 1, 2, 5],
        "maxConcurrentReconciles": [1, 5, 10],
        "syncPeriod": duration,
        "gracefulShutDown": duration,
        "cacheNamespace": ["team-a", ""],
        "profilerAddress": ["localhost:6060", ""],
        "featureGates": lambda: {gate: dice.random() < 0.5 for gate in dice.sample("ABCD", dice.randint(1, 3))},
        "additionalArgs": lambda: texts(dice, KEYS, ["1", "", "x=y"], 1),
        "health": lambda: some(dice, {"healthProbeBindAddress": [":9440", ""], "livenessEndpointName": ["live"],
                                      "readinessEndpointName": ["ready", ""]}, 0.5),
        "metrics": lambda: some(dice, {"bindAddress": [":8080", "0"], "diagnosticsAddress": [":8443"],
                                       "insecureDiagnostics": [True, False]}, 0.5),
        "webhook": lambda: some(dice, {"port": [9443, 1], "host": ["h", ""], "certDir": ["/c"]}, 0.5),
        # Parts of it are refused.
        "leaderElection": lambda: {"leaderElect": dice.random() < 0.7} | some(dice, election, 1),
        "controller": lambda: some(dice, {"groupKindConcurrency": lambda: {"Machine.cluster": 3, "AWSCluster": 7},
                                          "recoverPanic": [True], "cacheSyncTimeout": [60000000000]}, 0.7),
    })  # fmt: skip


def container(dice, name):
    """A container of `spec.deployment`."""
    return {"name": name} | some(dice, {
        "args": lambda: texts(dice, KEYS, ["1", "", "true"]),
        "env": lambda: [{"name": key, "value": "new"} for key in dice.sample("ABC", dice.randint(1, 2))],
        "resources": RESOURCES,
        "imageUrl": ["r.io/y", "r.io/x:v2"],
        "command": [["/m", "-a"], ["/m"]],
    }, 0.4)  # fmt: skip


def deployment(dice, names, stranger=0.08):
    """`spec.deployment`."""
    chosen = dice.sample(names, dice.randint(0, len(names)))
    if dice.random() < stranger:
        chosen.append("nope")
    containers = {"containers": [container(dice, name) for name in chosen]} if chosen else {}
    return containers | some(dice, {
        "replicas": [0, 1, 5],
        "nodeSelector": [{"a": "b"}, {"c": "d", "e": "f"}],
        "tolerations": [[], [{"key": "k", "operator": "Exists"}]],
        "serviceAccountName": ["sa", ""],
        "imagePullSecrets": [[{"name": "p"}]],
        "affinity": [{"nodeAffinity": {}}],
    })  # fmt: skip


def manifest(dice, names):
    """A Deployment as a manifest has it, with containers of these names."""
    containers = []
    for name in names:
        one = {"name": name, "image": f"reg.io/{name}:v1", "args": arguments(dice)}
        if dice.random() < 0.4:
            one["env"] = [{"name": key, "value": key.lower()} for key in dice.sample("AB", dice.randint(1, 2))]
        if dice.random() < 0.4:
            one["resources"] = dice.choice(RESOURCES)
        containers.append(one)
    made = {"replicas": dice.choice([1, 2, 3]), "containers": containers}
    if dice.random() < 0.2:
        made["tolerations"] = [{"key": "k", "effect": "NoSchedule"}]
    if dice.random() < 0.2:
        made["nodeSelector"] = {"old": "node"}
    return made


def stored(name, made, probes=None):
    """It as an object."""
    pod = {key: value for key, value in made.items() if key != "replicas"}
    pod["containers"] = [dict(one) for one in made["containers"]]
    for kind, path in (probes or {}).items():
        pod["containers"][0][f"{kind}Probe"] = {"httpGet": {"path": path, "port": 9440}}
    labels = {"app": name}
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": name, "namespace": "unused"},
        "spec": {
            "replicas": made["replicas"],
            "selector": {"matchLabels": labels},
            "template": {"metadata": {"labels": labels}, "spec": pod},
        },
    }
