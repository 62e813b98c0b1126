"""The program that asks clusterctl's packages."""

import json
import os
import subprocess
import sys


def ask(questions):
    """Its answers to pairs of a question and its `given`."""
    lines = "".join(json.dumps({"question": question, "given": given}) + "\n" for question, given in questions)
    done = subprocess.run([os.environ["CLUSTERCTL"]], input=lines.encode(), stdout=subprocess.PIPE, check=False)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if done.returncode or len(answers) != len(questions):
        sys.exit(f"clusterctl's packages answered {len(answers)} of {len(questions)} questions: {done.returncode}")
    return answers
