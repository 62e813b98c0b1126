"""A service of this package in a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


class Running:
    """Started with a folder of its own; ended by `stop`, and by itself when this process ends."""

    def __init__(self, module, folder):
        folder.mkdir()
        self.module = module
        self.log = open(folder / "said", "w+", encoding="utf-8")
        self.process = subprocess.Popen(
            [sys.executable, "-W", "ignore", "-m", f"printed.{module}", str(folder)],
            env={**os.environ, "XDG_CACHE_HOME": str(folder)},
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
        )

    def wait(self):
        """Its address, as soon as it listens."""
        return f"http://127.0.0.1:{int(self.line())}"

    def keep(self, objects):
        """Has it keep these in place of what it kept."""
        self.process.stdin.write(json.dumps(objects) + "\n")
        self.process.stdin.flush()
        self.line()

    def line(self):
        line = self.process.stdout.readline()
        if not line:
            self.log.seek(0)
            sys.exit(f"{self.module} ended:\n{self.log.read()[-3000:]}")
        return line

    def stop(self):
        """Ends it."""
        self.process.kill()
        self.process.wait()
        self.log.close()
