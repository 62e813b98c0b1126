"""Asks Fitment what a peer was asked and holds the two answers against each other."""

import faulthandler
import json
import os
import subprocess
import sys
from collections import Counter

from explained import EXPLAINED

# A peer that hangs fails; what it started ends with it.
faulthandler.dump_traceback_later(900, exit=True)
FITMENT = os.environ.get("FITMENT", "target/release/fitment")


def ask(questions):
    """Fitment's envelopes for pairs of a question and its `given`, in the upstream edition."""
    requests = [{"question": question, "edition": "upstream", "given": given} for question, given in questions]
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    done = subprocess.run([FITMENT, "ask", "--batch", "-"], input=lines.encode(), stdout=subprocess.PIPE, check=False)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if len(answers) != len(requests):
        sys.exit(f"{FITMENT} answered {len(answers)} of {len(requests)} requests, exit code {done.returncode}")
    return answers


def plain(value):
    """A value as it is compared: what is not there, null, false and empty are the same."""
    if isinstance(value, dict):
        return {key: plain(member) for key, member in value.items() if plain(member) is not None} or None
    if isinstance(value, list):
        return [plain(element) for element in value] or None
    return None if value is False else value


class Appended(list):
    """A list whose first elements are in their places, while those after them are in no order."""

    def __init__(self, elements, fixed):
        super().__init__(elements)
        self.fixed = fixed

    def agrees(self, ours):
        ours = ours or []
        return self[: self.fixed] == ours[: self.fixed] and sorted(self, key=str) == sorted(ours, key=str)


def agrees(theirs, ours):
    """Whether a member of the two answers is the same; a set holds the words of which any is right."""
    if isinstance(theirs, Appended):
        return theirs.agrees(ours)
    return ours in theirs if isinstance(theirs, frozenset) else plain(theirs) == plain(ours)


class Comparison:
    """The cases of one peer."""

    def __init__(self, peer):
        self.peer = peer
        self.cases = []

    def add(self, question, given, theirs, outcome):
        """A case: what was asked, the members of the peer's answer that can be seen, and the word it is counted by."""
        self.cases.append((question, given, theirs, outcome))

    def finish(self, expected, asked=ask):
        """Compares all cases; `expected` says how often each outcome of a question has to occur at least, and `asked`
        gives Fitment's envelopes."""
        envelopes = asked([case[:2] for case in self.cases])
        different, explained = [], Counter()
        for (question, given, theirs, _), envelope in zip(self.cases, envelopes):
            answer = envelope.get("answer")
            ours = {"undecided": envelope.get("undecided")} if answer is None else answer
            # No answer is another thing than an answer full of nothing.
            expects_none = "undecided" in theirs
            if expects_none == (answer is None) and all(agrees(value, ours.get(key)) for key, value in theirs.items()):
                continue
            names = [name for name, (_, explains) in EXPLAINED.items() if explains(question, given, theirs, ours)]
            if names and answer is not None:
                explained[names[0]] += 1
            else:
                different.append((question, given, theirs, ours, envelope.get("problems")))
        spread = Counter((question, outcome) for question, _, _, outcome in self.cases)
        if different:
            self.show(different)
        rare = [
            f"{question} {outcome}: {spread[question, outcome]} of at least {least}"
            for question, outcomes in expected.items()
            for outcome, least in outcomes.items()
            if spread[question, outcome] < least
        ]
        if rare:
            print(f"{self.peer}: outcomes that hardly occur:\n  " + "\n  ".join(rare), file=sys.stderr)
        if different or rare:
            sys.exit(1)
        print(f"{self.peer}: {len(self.cases)} cases agree; {summary(spread, explained)}")

    def show(self, different):
        """The smallest differing case of each question."""
        print(f"{self.peer}: {len(different)} of {len(self.cases)} cases differ", file=sys.stderr)
        smallest = {}
        for case in sorted(different, key=lambda case: len(json.dumps(case[1]))):
            smallest.setdefault(case[0], case)
        for question, given, theirs, ours, problems in smallest.values():
            count = sum(case[0] == question for case in different)
            seen = {key: ours.get(key) for key in theirs} if "undecided" not in ours else ours
            for what, value in [
                (f"{question}, the smallest of {count}", given),
                ("  peer   ", theirs),
                ("  fitment", seen),
                ("  problems", problems),
            ]:
                if value:
                    print(f"{what}: {json.dumps(value, default=sorted)}", file=sys.stderr)


def summary(spread, explained):
    """How often each outcome of each question occurred."""
    questions = {}
    for (question, outcome), count in sorted(spread.items()):
        questions.setdefault(question, []).append(f"{outcome} {count}")
    parts = [f"{question}: {', '.join(outcomes)}" for question, outcomes in questions.items()]
    parts += [f"explained by {name}: {count}" for name, count in sorted(explained.items())]
    return "; ".join(parts)
