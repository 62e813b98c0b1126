"""The API of Glance on a free port, until the standard input ends: image_api.py FOLDER."""

import os
import sys
from pathlib import Path

from printed.serving import serve, shipped

CONFIG = """[DEFAULT]
log_file = {folder}/glance.log
enabled_backends = here:file
[glance_store]
default_backend = here
[here]
filesystem_store_datadir = {folder}/images
[os_glance_staging_store]
filesystem_store_datadir = {folder}/staging
[os_glance_tasks_store]
filesystem_store_datadir = {folder}/tasks
[image_cache]
image_cache_dir = {folder}/cache
[paste_deploy]
config_file = {paste}
flavor = keystone
[database]
connection = sqlite:///{folder}/glance.db
"""
FOLDER = Path(sys.argv[1])
for kept in ("images", "staging", "tasks", "cache"):
    (FOLDER / kept).mkdir()
paste = shipped("glance/glance-api-paste.ini", FOLDER)
(FOLDER / "glance-api.conf").write_text(CONFIG.format(folder=FOLDER, paste=paste))
os.environ["OS_GLANCE_CONFIG_DIR"] = str(FOLDER)
sys.argv = ["glance-api"]

# Importing it reads the configuration.
from glance.wsgi.api import application

from glance.db.sqlalchemy import models
from oslo_db.sqlalchemy import enginefacade

models.register_models(enginefacade.writer.get_engine())
print(serve(application), flush=True)
sys.stdin.read()
