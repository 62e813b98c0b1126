"""Fitment, given the files that clients printed."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from compare import FITMENT


def command(*words):
    """What a command of Fitment prints."""
    done = subprocess.run([FITMENT, *map(str, words)], capture_output=True, check=False)
    if not done.stdout:
        sys.exit(f"fitment {' '.join(map(str, words))} ended with {done.returncode}: {done.stderr.decode()}")
    return done.stdout


def answers(cases):
    """The envelope of each case, whose `given` says in `words` what the command is given."""
    with ThreadPoolExecutor(2) as side_by_side:
        return [json.loads(said) for said in side_by_side.map(lambda case: command(*case[1]["words"]), cases)]
