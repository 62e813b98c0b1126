"""Templates and images. The alphabets are small, so that names are set, unset and empty."""

NAMES = ["A", "B", "C_1", "_d"]
VALUES = ["", "x", "aab", "a.b.a", "ÄB", "abcABC", "${B}", " y ", "0"]
TEXTS = ["x", "- ", "\n", "a: ", "$", "\\ ", "{B}", ",", "#", "é", "$A", "}", "$$", ': "q"']
GLOBS = ["a", "*", "a*", "?", "[ab]", "b*a", ".", "[!a]", "x", "", "\\*", "*a"]
WORDS = ["d", "", "d e", "${B}", "${C_1:=n}", "1", "$", '"q"', "a/b", "${A:-${B}}"]
BROKEN = [
    "${",
    "${A",
    "${A:-",
    "${:-",
    "${A#}",
    "${A#",
    "${A!}",
    "${A:}",
    "${ A:=x}",
    "${A-d}",
    "${A+d}",
    "${A?d}",
    "${}",
]


def expression(dice):
    """One use of a variable."""
    name = dice.choice(NAMES)
    form = dice.randrange(12)
    if form <= 2:
        return dice.choice(["${%s}", "${%s}", "${ %s }", "${%s }"]) % name
    if form <= 5:
        return "${%s%s%s}" % (name, dice.choice([":-", ":=", "=", ":+", ":?"]), dice.choice(WORDS))
    if form == 6:
        return "${%s%s}" % (name, dice.choice(["^", "^^", ",", ",,"]))
    if form == 7:
        return dice.choice(["${#%s}", "$${%s}", "$$${%s}"]) % name
    if form == 8:
        offsets = ["0", "1", "2", "9", "x", ""]
        return "${%s:%s}" % (name, ":".join(dice.choice(offsets) for _ in range(dice.choice([1, 2]))))
    if form == 9:
        return "${%s%s%s}" % (name, dice.choice(["#", "##", "%", "%%"]), dice.choice(GLOBS))
    if form == 10:
        parts = (name, dice.choice(["/", "//", "/#", "/%"]), dice.choice(["a", "b", "aa", ".", "*", "x"]))
        return "${%s%s%s/%s}" % (*parts, dice.choice(["", "Z", "${B}", "ZZ"]))
    return dice.choice(BROKEN) if dice.random() < 0.4 else "${%s}" % name


def template(dice):
    """Text with variables in it."""
    pieces = dice.choice([1, 1, 2, 3, 4])
    return "".join(dice.choice(TEXTS) * (dice.random() < 0.5) + expression(dice) for _ in range(pieces))


def variables(dice):
    """Some of the names with values."""
    return {name: dice.choice(VALUES) for name in NAMES if dice.random() < 0.6}


COMPONENTS = ["cluster-api", "infrastructure-aws", "bootstrap-kubeadm", "cert-manager"]
DIGEST = "@sha256:" + "b" * 64
REGISTRIES = ["reg.io/", "reg.io/a/", "localhost:5000/", "gcr.io/k8s-staging/b/", "docker.io/library/", "library/", ""]


def image(dice):
    """The name of an image, mostly whole."""
    if dice.random() < 0.08:
        return dice.choice(["", ":", "Reg.io/X:1", "reg.io/a/x:", "reg.io/a/x@sha256:ab", "x y", "reg.io//x", "${IMG}"])
    name = dice.choice(["x", "manager", "cluster-api-controller", "x_y.z"])
    return (
        dice.choice(REGISTRIES)
        + name
        + dice.choice(["", ":v1", ":v1.2.3_a", ":latest"])
        + dice.choice(["", "", DIGEST])
    )


def overrides(dice):
    """Image overrides, keyed by all, a component, or a component and an image."""
    keys = ["all", *COMPONENTS, "cluster-api/x", "infrastructure-aws/manager", "bootstrap-kubeadm/x", "cert-manager/x"]
    return {key: override(dice) for key in keys if dice.random() < 0.45}


def override(dice):
    """One override: any of its parts."""
    parts = {}
    if dice.random() < 0.6:
        parts["repository"] = dice.choice(["m.io/k", "m.io/k/", "n.io/p/q", "localhost:5000", "m.io", ""])
    if dice.random() < 0.5:
        parts["tag"] = dice.choice(["t1", "v9.9.9", ""])
    if dice.random() < 0.2:
        parts["name"] = dice.choice(["other", ""])
    return parts
