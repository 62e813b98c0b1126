"""The Cluster API operator beside an API server against the questions about providers."""

import random

from compare import Comparison
from providers import preflight
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
}


def main():
    dice = random.Random(29)
    comparison = Comparison("cluster-api-operator 0.29.0")
    with management() as cluster:
        preflight.compare(dice, cluster, comparison)
    comparison.finish(EXPECTED)


if __name__ == "__main__":
    main()
