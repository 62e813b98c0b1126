"""The API of Ironic on a free port, until the standard input ends: ironic_api.py FOLDER.

Each line that it reads is a fleet, which takes the place of the one before, and it answers with an empty line.
"""

import json
import sys
from pathlib import Path

from printed.serving import serve

CONFIG = """[DEFAULT]
auth_strategy = noauth
rpc_transport = oslo
transport_url = fake://
log_file = {folder}/ironic.log
host = localhost
[database]
connection = sqlite:///{folder}/ironic.db
sqlite_synchronous = false
"""


def keep(fleet):
    """Puts the nodes of a fleet in place of all that there are."""
    context = get_admin_context()
    for node in objects.Node.list(context):
        node.destroy()
    for wanted in fleet:
        traits = wanted.pop("traits")
        node = objects.Node(context, driver="fake-hardware", **wanted)
        node.create()
        for trait in traits:
            # What the API refuses is not to be had.
            checked("trait", trait)
        objects.TraitList.create(context, node.id, traits)


FOLDER = Path(sys.argv[1])
config = FOLDER / "ironic.conf"
config.write_text(CONFIG.format(folder=FOLDER))
sys.argv = ["ironic-api", "--config-file", str(config)]

# Importing it reads the configuration.
from ironic.wsgi.api import application

from ironic import objects
from ironic.api.controllers.v1.utils import TRAITS_SCHEMA
from ironic.common import args
from ironic.common.context import get_admin_context
from ironic.db import migration

checked = args.schema(TRAITS_SCHEMA)
migration.create_schema()
print(serve(application), flush=True)
for line in sys.stdin:
    keep(json.loads(line))
    print(flush=True)
