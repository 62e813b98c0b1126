"""Tags, series and addresses. Few numbers, so that versions have series and neighbours."""

CONTRACTS = ["v1beta2", "v1beta2", "v1beta2", "v1beta1", "v1beta1", "v1alpha4", "v99"]
PRERELEASES = ["-alpha.0", "-alpha.9", "-alpha.10", "-beta.1", "-rc.0", "-rc.1"]
NOISE = ["nightly", "foo", "v1", "v1.2", "1.0.1", "v01.2.3", "v1.0.0+b", "v1.0.0.0", " v1.0.0"]


def version(dice, prereleases=0.25):
    """A version."""
    numbers = f"v{dice.choice([0, 1, 1, 1, 2])}.{dice.randint(0, 3)}.{dice.choice([0, 1, 2, 10])}"
    return numbers + (dice.choice(PRERELEASES) if dice.random() < prereleases else "")


def tags(dice, most=9):
    """The tags of a repository."""
    found = {version(dice) for _ in range(dice.randint(0, most))}
    found |= {dice.choice(NOISE) for _ in range(dice.choice([0, 0, 1, 2]))}
    return dice.sample(sorted(found), len(found))


def series(dice, most=5):
    """Series of releases; now and then one twice."""
    found = [{"major": dice.choice([0, 1, 1, 2]), "minor": dice.randint(0, 3)} for _ in range(dice.randint(0, most))]
    return [{**one, "contract": dice.choice(CONTRACTS)} for one in found]


def covering(dice, versions):
    """A series for nearly each minor version, and contracts that mostly rise."""
    minors = sorted({tuple(int(part) for part in one[1:].split("-")[0].split(".")[:2]) for one in versions})
    rising = sorted((dice.choice(["v1beta1", "v1beta1", "v1beta2", "v1beta2"]) for _ in minors))
    if dice.random() < 0.15:
        rising = [dice.choice(CONTRACTS) for _ in minors]
    kept = [pair for pair in zip(minors, rising) if dice.random() < 0.97]
    return [{"major": major, "minor": minor, "contract": contract} for (major, minor), contract in kept]


def repository(dice):
    """Tags, those of them that have metadata, and what the metadata say."""
    versions = tags(dice)
    present = [tag for tag in versions if dice.random() < dice.choice([0.9, 0.9, 0.3])]
    return {"versions": versions, "metadataPresentFor": present, "releaseSeries": series(dice)}


def metadata(dice):
    """A file of metadata, now and then a wrong one."""
    return {
        "apiVersion": dice.choice(
            ["clusterctl.cluster.x-k8s.io/v1alpha3"] * 6 + ["", "clusterctl.cluster.x-k8s.io/v1beta1"]
        ),
        "kind": dice.choice(["Metadata"] * 6 + ["", "Provider"]),
        "releaseSeries": series(dice, 2),
    }


SEGMENTS = ["o-1", "p", "g%2Fp", "r.x", "", "releases", "b"]
TAGS = ["latest", "v1.0.0", "v1.2.3-rc.0", "x", "v1.0", ""]
FILES = ["c.yaml", "a/c.yaml", "", "infrastructure-components.yaml"]


def address(dice):
    """The address of a repository, right or nearly."""
    scheme = dice.choice(["https"] * 12 + ["http", "oci", "HTTPS", "ftp"])
    form = dice.randrange(5)
    if form <= 1:
        host = dice.choice(
            ["github.com"] * 6 + ["www.github.com", "github.example.com", "github.com:443", "GitHub.com"]
        )
        owner, repo = dice.choice(SEGMENTS), dice.choice(SEGMENTS)
        page = dice.choice(["releases"] * 8 + ["release", "Releases", "tags"])
        return f"{scheme}://{host}/{owner}/{repo}/{page}/{dice.choice(TAGS)}/{dice.choice(FILES)}"
    if form == 2:
        return f"{scheme}://github.com/o/r/releases" + dice.choice(
            ["", "/", "/v1.0.0", "/latest", "/v1.0.0/c.yaml?x=1"]
        )
    if form == 3:
        host = dice.choice(["gitlab.com", "gitlab-x.example", "gitlab.example.com", "gitlabx.example", "x.gitlab.com"])
        parts = [
            dice.choice(["g%2Fp", "12", "g"]),
            "packages",
            "generic",
            "p-1",
            dice.choice(TAGS),
            dice.choice(FILES[:2]),
        ]
        if dice.random() < 0.15:
            parts.pop(dice.randrange(len(parts)))
        return f"{scheme}://{host}/api/{dice.choice(['v4', 'v4', 'v4', 'v3'])}/projects/" + "/".join(parts)
    return dice.choice(
        ["", "x", "https://", "file:///tmp/c.yaml", "/tmp/x/v1.0.0/c.yaml", "https://example.com/v1.0.0/c.yaml"]
    )
