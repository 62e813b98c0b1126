"""The `openstack` command, run in this process."""

import contextlib
import io
import json
import logging
import os
import sys
from urllib.request import Request, urlopen

from openstackclient.shell import OpenStackShell
from osc_lib.clientmanager import ClientCache, ClientManager


class Client:
    """Prints what services at known addresses tell; nobody asks who it is."""

    def __init__(self, **addresses):
        self.addresses = addresses
        # The clouds that whoever runs this has are not to be found.
        for name in [name for name in os.environ if name.startswith("OS_")]:
            del os.environ[name]
        os.environ["OS_CLIENT_CONFIG_FILE"] = os.devnull

    def prints(self, service, *words, form="json"):
        """What a command prints in a form."""
        given = ["--os-auth-type", "none", "--os-endpoint", self.addresses[service]]
        said = io.StringIO()
        shell = OpenStackShell()
        shell.stdout = said
        # A process is one command to it: what it made for another address it would keep.
        for made in vars(ClientManager).values():
            if isinstance(made, ClientCache):
                made._handle = None
        # What goes wrong it only logs, to each that ever listened.
        logging.getLogger().handlers.clear()
        logging.disable(logging.WARNING)
        with contextlib.redirect_stdout(said):
            code = shell.run([*given, *words, "-f", form])
        logging.disable(logging.CRITICAL)
        if code:
            sys.exit(f"openstack {' '.join(words)} ended with {code}")
        return said.getvalue()

    def makes(self, service, path, body):
        """Has a service make something, and gives what it says of it."""
        headers = {"Content-Type": "application/json"}
        with urlopen(Request(self.addresses[service] + path, json.dumps(body).encode(), headers)) as response:
            return json.loads(response.read())
