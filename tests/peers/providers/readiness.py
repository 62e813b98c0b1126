"""A Deployment that becomes available and ceases to be: what the operator then says of its provider."""

import itertools

from providers import specs
from providers.install import Install

# A wait looks five times a second.
ROUNDS_BEFORE_A_CHANGE = 15


class Readiness(Install):
    """Its conditions are told by hand, since nobody runs it."""

    question = "providers/readiness"

    def make(self, dice):
        self.objects = [specs.stored("x", {"replicas": 1, "containers": [{"name": "manager", "image": "r.io/m:v1"}]})]
        states = ["True", dice.choice(["False", "Unknown"]), "True", "False"]
        self.states = [
            {"status": status, "reason": dice.choice(["", "x", "MinimumReplicasAvailable"])} for status in states
        ]
        return {}

    def cases(self, cluster):
        before = None
        for state in [None, *self.states]:
            if state:
                available = {"status": {"conditions": [{"type": "Available", **state}]}}
                cluster.merge(f"{self.deployment_path('x')}/status", available)
            wanted = state["status"] if state else "False"
            ready = self.ready(cluster, wanted)
            told = {key: ready[key] for key in ("status", "reason")}
            yield (
                self.question,
                {"providerInstalled": "True", "deploymentAvailable": state, "currentReady": before},
                {"ready": told},
            )
            before = wanted

    def ready(self, cluster, wanted):
        """The condition, once it has that status.

        The operator looks when the Deployment changes, never when the provider does. If its cache does not yet
        have what it wrote itself, it takes the old condition for the present one and is done. Where a Deployment
        is run, its next change mends that; so here it changes until the operator has looked again.
        """
        seen = {}
        rounds = itertools.count()

        def holds():
            seen.update(cluster.conditions(self.kind, self.namespace, self.name).get("Ready", {}))
            if seen.get("status") == wanted:
                return True
            if (number := next(rounds)) % ROUNDS_BEFORE_A_CHANGE == ROUNDS_BEFORE_A_CHANGE - 1:
                cluster.merge(self.deployment_path("x"), {"metadata": {"annotations": {"changed": str(number)}}})
            return False

        cluster.wait(holds, f"{self.name} is {wanted}")
        return seen

    def word(self, theirs):
        return theirs["ready"]["status"]
