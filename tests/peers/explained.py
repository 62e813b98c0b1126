"""The differences that are known and meant, each with its reason. Whatever else differs fails the test.

Each entry is a reason and a function of the question, its `given`, the peer's answer and Fitment's, which has to be as
narrow as the difference is.
"""

import re
from urllib.parse import urlsplit


def early_distribution_check(question, given, theirs, ours):
    """Whether the release stopped at the distribution where the described commit would have gone on."""
    if question != "drivers/resolve" or theirs.get("error") != "os-distro-missing":
        return False
    request, image = given["request"], given["image"]
    reads_image = not request.get("driver") or not request.get("cluster_distro")
    if image.get("error") in ("duplicate", "other"):
        return reads_image and not request.get("cluster_distro")
    return reads_image and not image.get("error") and not image.get("os_distro")


UNREADABLE = {"/public", "/hidden", "/tls_disabled", "/apiserver_port", "/docker_volume_size", "/coe"}


def unreadable_update(question, given, theirs, ours):
    """Whether the service broke on a value that is no flag, number or orchestrator at all."""
    if question != "drivers/patch-template" or theirs.get("error") != "server-error":
        return False
    paths = {operation["path"] for operation in given["patch"] if "value" in operation}
    return ours.get("error") == "invalid-field" and bool(paths & UNREADABLE)


def trailing_line_break(question, given, theirs, ours):
    """Whether a name is right but for a line break at its end."""
    if question not in ("traits/check-name", "traits/check-node-trait"):
        return False
    name, valid = given["value"], theirs["valid"] and not ours.get("valid")
    return valid and name.endswith("\n") and not name.endswith("\n\n")


def foreign_namespace(question, given, theirs, ours):
    """Whether an extra spec is of a namespace that has nothing to do with bare metal."""
    if question != "traits/check-extra-spec" or theirs["valid"] or not ours.get("valid"):
        return False
    return given["key"].partition(":")[0] in ("hw", "os", "quota")


def gitlab_by_another_name(question, given, theirs, ours):
    """Whether a host is called gitlab and something more."""
    host = urlsplit(given["url"]).hostname if question == "providers/check-url" else None
    return bool(host) and host.startswith("gitlab-") and theirs["valid"] is False and ours.get("valid") is True


# Built in since the version of cluster-api that the operator links.
LATER_PROVIDERS = {"cloudscale-ch-cloudscale", "kairos-io", "kairos-io-fleet", "kubeswift-io", "oxide"}


def built_in_later(question, given, theirs, ours):
    """Whether the operator does not know a provider yet, or still knows it."""
    if question != "providers/source":
        return False
    name = given["metadata"]["name"]
    return name in LATER_PROVIDERS and not ours.get("url") or name == "hivelocity-hivelocity" and not theirs["url"]


def reference_without_version(question, given, theirs, ours):
    """Whether a reference was read that the command then refuses, because it names no version."""
    if question != "providers/upgrade-reference" or not theirs.get("error"):
        return False
    return ours.get("to") == "" and not ours.get("error") and ":" not in given["reference"]


def completed(spec):
    """Whether the operator's webhook has something to complete."""
    references = [spec.get(key) for key in ("configSecret", "additionalManifests")]
    return any(reference is not None and not reference.get("namespace") for reference in references)


REQUIRED = re.compile(r"spec\.(manager\.leaderElection\.\w+|deployment\.containers\.\d+\.name)")
DURATION = re.compile(r"(\d+(?:\.\d+)?)(ms|h|m|s)")
SECONDS = {"h": 3600, "m": 60, "s": 1, "ms": 0.001}


def in_seconds(value):
    """A value with its durations as seconds, and without what is empty."""
    if isinstance(value, dict):
        members = {key: in_seconds(member) for key, member in value.items()}
        return {key: member for key, member in members.items() if member is not None} or None
    if isinstance(value, list):
        return [in_seconds(element) for element in value] or None
    if isinstance(value, str) and re.fullmatch(rf"-?(?:{DURATION.pattern})+", value):
        sign = -1 if value.startswith("-") else 1
        return sign * sum(float(number) * SECONDS[unit] for number, unit in DURATION.findall(value))
    return value


def left_as_written(question, given, theirs, ours):
    """Whether the webhook had nothing to complete, and so did not write the object anew."""
    if question not in ("providers/validate", "providers/default") or completed(given["spec"]):
        return False
    if question == "providers/default":
        return in_seconds(theirs["spec"]) == in_seconds(ours.get("spec"))
    missing = [REQUIRED.fullmatch(field) is not None for field in theirs.get("field", [])]
    # Rules across members are only checked where no member is wrong.
    return any(missing) and (
        all(missing) and ours.get("valid") is True or ours.get("field") in ("spec", "spec.fetchConfig")
    )


def kept_by_kind(question, given, theirs, ours):
    """Whether what stays is of a kind that the operator does not look for."""
    if question != "providers/delete-components":
        return False
    kept = set(theirs["kept"]) - set(ours["kept"])
    return set(ours["kept"]) <= set(theirs["kept"]) and all(name.startswith("PriorityClass/") for name in kept)


EXPLAINED = {
    "magnum-23-checks-the-distribution-first": (
        "the engine describes a later commit; Magnum 23.0.0 itself refuses a missing distribution right after it read "
        "the image, before it looks at the driver, also where the image could not be read",
        early_distribution_check,
    ),
    "magnum-breaks-on-unreadable-updates": (
        "Magnum answers 500 where an update gives a flag, a number or the orchestrator a value that it cannot read; "
        "the question is about the driver, and names the field",
        unreadable_update,
    ),
    "names-end-before-a-line-break": (
        "the pattern of Placement and Ironic ends with a sign that in Python also stands before a last line break; "
        "nobody means such a name, and no list of traits has one",
        trailing_line_break,
    ),
    "other-namespaces-are-not-judged": (
        "the question is about traits, resource classes, the group policy and capabilities; Nova also knows every "
        "extra spec of its own virtual machines",
        foreign_namespace,
    ),
    "operator-takes-more-hosts-of-gitlab": (
        "the question is about an object of the operator, which takes hosts such as `gitlab-x.example` too; clusterctl "
        "only those that begin with `gitlab.`",
        gitlab_by_another_name,
    ),
    "operator-links-an-older-list": (
        "the question is about the operator, whose list of providers is that of cluster-api 1.12; 1.14.2 has five more "
        "and one less",
        built_in_later,
    ),
    "references-without-version-are-refused-later": (
        "the question reads a reference; a missing version is found by the command that was given it, one step later",
        reference_without_version,
    ),
    "webhooks-leave-what-they-do-not-complete": (
        "since controller-runtime 0.23, which 0.29.0 links and the described commit does not, a webhook that completes "
        "nothing does not write the object anew either: durations stay as written, and members that are required and "
        "missing are refused",
        left_as_written,
    ),
    "operator-looks-for-few-kinds": (
        "the question is about clusterctl's library, which looks for components of every kind that is served; the "
        "operator has it look for fifteen, and a PriorityClass is none of them",
        kept_by_kind,
    ),
}
