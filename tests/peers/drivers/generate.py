"""Registries, configurations and requests. The alphabets are small, so that names and types meet."""

NAMES = ["a1", "b2", "c3", "A1", "_d", "k8s-x", "k8s_x"]
SYSTEMS = ["ubuntu", "flatcar", "Ubuntu", "rocky"]
SERVERS = ["vm", "bm"]
UNKNOWN = ["zz", " ", "a1 ", "B2"]
LONG = ["n" * 255, "n" * 256]


def registry(dice, faulty=0.0):
    """Packages with their drivers in the order in which they load."""
    names = dice.sample(NAMES, dice.choice([0, 1, 2, 2, 3, 4]))
    if names and dice.random() < faulty:
        names.append(dice.choice(names))
    packages = []
    for name in names:
        driver = {"name": name, "provides": triples(dice)}
        if dice.random() < 0.25:
            driver["beta"] = True
        if dice.random() < faulty:
            driver["broken"] = dice.choice(["import", "construct"])
        # Names are unique within a package.
        fits = packages and all(other["name"] != name for other in packages[-1])
        packages[-1].append(driver) if fits and dice.random() < 0.5 else packages.append([driver])
    return packages


def triples(dice):
    count = dice.choice([1, 1, 2, 3])
    return [[dice.choice(SERVERS), dice.choice(SYSTEMS[:2]), "kubernetes"] for _ in range(count)]


def some(dice, names, most):
    return [dice.choice(names) for _ in range(dice.randint(0, most))]


def config(dice):
    """The section `[drivers]`."""
    default = dice.choice([None, None, None, None, "", dice.choice(NAMES), dice.choice(NAMES), dice.choice(UNKNOWN)])
    known = NAMES + UNKNOWN[:1]
    return {
        "default_driver": default,
        "disabled_drivers": some(dice, known, 1),
        "enabled_beta_drivers": some(dice, known, 3),
    }


def named(dice, drivers):
    """A name, more often than not one that is installed."""
    installed = [driver["name"] for driver in drivers]
    return dice.choice(installed * 4 + NAMES[:3] + UNKNOWN)


def request(dice, drivers):
    """The body of a creation."""
    body = {"coe": dice.choice(["kubernetes"] * 70 + ["swarm", "Kubernetes", None, 1])}
    server = dice.choice(["vm", "vm", "bm", "absent", "absent"] * 25 + ["xx", "", "VM", None, 7])
    if server != "absent":
        body["server_type"] = server
    if dice.random() < 0.5:
        body["driver"] = dice.choice([named(dice, drivers)] * 30 + [None] * 8 + ["", 5, True, ["a1"], {}] + LONG)
    if dice.random() < 0.5:
        body["cluster_distro"] = dice.choice(SYSTEMS * 10 + [None, None, "", 3, "d" * 256])
    if dice.random() < 0.02:
        del body["coe"]
    return body


def image(dice, drivers):
    """What the image service says."""
    if dice.random() < 0.25:
        return {"error": dice.choice(["not_found", "forbidden", "duplicate", "other"])}
    properties = {}
    if dice.random() < 0.9:
        properties["os_distro"] = dice.choice(SYSTEMS * 6 + [None, ""])
    if dice.random() < 0.4:
        properties["magnum_driver"] = dice.choice([named(dice, drivers)] * 8 + [None, ""])
    return properties


def template(dice, drivers):
    """A stored template."""
    return {
        "server_type": dice.choice(SERVERS),
        "coe": "kubernetes",
        "cluster_distro": dice.choice(SYSTEMS[:2] * 3 + SYSTEMS[2:]),
        "driver": dice.choice([None, "", named(dice, drivers), named(dice, drivers)]),
    }


def lookup(dice, drivers):
    """A lookup by name or by type."""
    given = {
        "serverType": dice.choice(SERVERS),
        "os": dice.choice(SYSTEMS[:2] * 4 + SYSTEMS[2:] + [None]),
        "coe": dice.choice(["kubernetes"] * 9 + ["swarm"]),
    }
    if dice.random() < 0.5:
        given["driverName"] = dice.choice([named(dice, drivers)] * 6 + [None, ""])
    return given
