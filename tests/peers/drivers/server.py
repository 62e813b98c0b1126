"""The API of Magnum on a free port, until the standard input ends: server.py FOLDER IMAGE-SERVICE."""

import os
import sqlite3
import sys
import threading
from pathlib import Path
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

FOLDER = Path(sys.argv[1])
PASTE = """[pipeline:main]
pipeline = request_id fakeauth api_v1
[app:api_v1]
paste.app_factory = magnum.api.app:app_factory
[filter:request_id]
paste.filter_factory = oslo_middleware:RequestId.factory
[filter:fakeauth]
paste.filter_factory = drivers.identity:fakeauth
image_service = {image_service}
"""
CONFIG = """[DEFAULT]
transport_url = fake://
host = localhost
log_file = {folder}/log
[api]
api_paste_config = {folder}/api-paste.ini
[database]
connection = sqlite:///{folder}/magnum.db
[certificates]
cert_manager_type = x509keypair
[cinder]
default_boot_volume_size = 10
[drivers]
{drivers}
"""


class Quiet(WSGIRequestHandler):
    """Says nothing of each request."""

    def log_message(self, *_):
        pass


def end_with_input():
    """Ends with whoever started this, however that ends."""
    sys.stdin.read()
    os._exit(0)


def main():
    threading.Thread(target=end_with_input, daemon=True).start()
    config = FOLDER / "magnum.conf"
    drivers = (FOLDER / "drivers.conf").read_text()
    config.write_text(CONFIG.format(folder=FOLDER, drivers=drivers))
    (FOLDER / "api-paste.ini").write_text(PASTE.format(image_service=sys.argv[2]))
    sys.argv = ["magnum-api", "--config-file", str(config)]

    # Importing it reads the configuration.
    from magnum.wsgi.api import application

    from magnum.db.sqlalchemy import models
    from oslo_db.sqlalchemy import enginefacade

    engine = enginefacade.writer.get_engine()
    models.Base.metadata.create_all(engine)
    engine.dispose()
    with sqlite3.connect(FOLDER / "magnum.db") as database:
        # Otherwise a change that follows a look finds the database locked.
        database.execute("pragma journal_mode=wal")

    with make_server("127.0.0.1", 0, application, WSGIServer, Quiet) as server:
        print(server.server_port, flush=True)
        server.serve_forever()


main()
