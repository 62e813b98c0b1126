"""The Cluster API operator beside an API server against the questions about providers."""

import random

from compare import Comparison
from providers import installs, life, preflight
from providers.management import management

EXPECTED = {
    "providers/preflight": {
        "PreflightChecksPassed": 30,
        "WaitingForCoreProviderReady": 30,
        "IncorrectVersionFormat": 20,
        "UnsupportedProviderDowngradeReason": 5,
        "IncorrectCoreProviderNameReason": 1,
        "FetchConfigValidationError": 10,
        "MoreThanOneExists": 20,
        "InvalidGithubTokenError": 3,
        "no condition": 10,
    },
    "providers/validate": {"taken": 200, "refused": 200},
    "providers/default": {"completed": 200},
    "providers/args": {"made": 30},
    "providers/deployment": {"made": 30},
    "providers/deployments": {"made": 15, "error": 1},
    "providers/image": {"made": 30, "error": 1},
    "providers/render": {"made": 10, "error": 4},
    "providers/check-contract": {"accepted": 5, "refused": 5},
    "providers/configmap-repository": {"made": 15, "error": 2},
    "providers/latest-from-configmaps": {"made": 15},
    "providers/readiness": {"True": 12, "False": 12, "Unknown": 1},
    "providers/apply-custom-plan": {"upgraded": 5, "refused": 5},
    "providers/spec-change": {"upgraded": 5},
    "providers/delete-components": {"some": 15},
}


def main():
    comparison = Comparison("cluster-api-operator 0.29.0")
    with management() as cluster:
        preflight.compare(random.Random(29), cluster, comparison)
        installs.compare(random.Random(30), cluster, comparison)
    # An upgrade looks at all providers, so these are by themselves.
    with management() as cluster:
        life.compare(random.Random(31), cluster, comparison)
    comparison.finish(EXPECTED)


if __name__ == "__main__":
    main()
