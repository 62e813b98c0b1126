"""The API of Magnum over loopback against the questions about drivers."""

import random
import sys
import tempfile
import uuid
from contextlib import ExitStack
from pathlib import Path

from compare import Comparison
from drivers import changes, generate
from drivers.image_service import ImageService
from drivers.service import Service, refusal

SERVICES = 6
EXPECTED = {
    "drivers/resolve": {
        "201": 30,
        "driver-not-supported": 20,
        "image-not-found": 4,
        "image-not-authorized": 4,
        "os-distro-missing": 4,
        "invalid-field": 10,
        "version-not-acceptable": 10,
    },
    "drivers/show-template": {"200": 40, "version-not-acceptable": 10},
    "drivers/list-templates": {"200": 20, "version-not-acceptable": 5},
    "drivers/patch-template": {
        "200": 40,
        "template-in-use": 10,
        "patch-add-exists": 5,
        "patch-needs-value": 3,
        "invalid-field": 10,
    },
}
INSERT = (
    "insert into cluster_template (uuid, project_id, user_id, name, image_id, coe, server_type, cluster_distro, driver,"
    " public, hidden, tags, network_driver, labels, tls_disabled, registry_enabled, master_lb_enabled,"
    " floating_ip_enabled) values (?, 'project', 'user', ?, 'image-kept', 'kubernetes', ?, ?, ?, ?, ?, ?, 'calico',"
    " '{}', 0, 0, 0, 1)"
)
USE = "insert into cluster (uuid, name, project_id, cluster_template_id) values (?, 'c', 'project', ?)"


class Cases:
    """The cases of one service."""

    def __init__(self, comparison, dice, service, images, common):
        self.comparison, self.dice, self.service, self.images = comparison, dice, service, images
        self.common = common
        self.drivers = common["registeredDrivers"]

    def add(self, question, given, theirs):
        self.comparison.add(question, {**self.common, **given}, theirs, theirs["error"] or str(theirs["status"]))

    def create(self):
        """A creation, with an image of its own."""
        body, image = generate.request(self.dice, self.drivers), generate.image(self.dice, self.drivers)
        name = f"image-{len(self.images)}"
        self.images[name] = image
        version = changes.microversion(self.dice)
        status, shown = self.service.ask("POST", "/v1/clustertemplates", {"image_id": name, **body}, version)
        theirs = {"status": status, "error": refusal(status, shown)}
        if status == 201:
            theirs["hasDriver"] = "driver" in shown
            theirs.update(driver=shown["driver"], clusterDistro=shown["cluster_distro"])
        self.add("drivers/resolve", {"request": body, "image": image, "versionHeader": version}, theirs)

    def stored(self):
        """A template that is there, made without the API so that its driver can be anything."""
        template = changes.template(self.dice, self.drivers)
        name = str(uuid.UUID(int=self.dice.getrandbits(128), version=4))
        keys = ("name", "server_type", "cluster_distro", "driver", "public", "hidden", "tags")
        self.service.store(INSERT, name, *[template[key] for key in keys])
        return name, template

    def look(self):
        """The template alone and in the lists."""
        name, template = self.stored()
        for question, path, given in [
            ("drivers/show-template", f"/v1/clustertemplates/{name}", {}),
            ("drivers/list-templates", "/v1/clustertemplates?sort_key=driver", {"detail": False}),
            ("drivers/list-templates", "/v1/clustertemplates/detail", {"detail": True}),
        ]:
            version = changes.microversion(self.dice)
            status, body = self.service.ask("GET", path, version=version)
            theirs = {"status": status, "error": refusal(status, body)}
            if status == 200:
                listed = body.get("clustertemplates", [body])
                shown = next(shown for shown in listed if shown["uuid"] == name)
                theirs.update(hasDriver="driver" in shown, driver=shown["driver"])
            self.add(question, {"template": template, "versionHeader": version, **given}, theirs)
        self.service.ask("DELETE", f"/v1/clustertemplates/{name}")

    def change(self):
        """A change of a template, which clusters may use."""
        name, template = self.stored()
        if template["referenced_by_cluster"]:
            self.service.store(USE, name, name)
        patch, version = changes.patch(self.dice, self.drivers), changes.microversion(self.dice)
        path = f"/v1/clustertemplates/{name}"
        status, body = self.service.ask("PATCH", path, patch, version)
        theirs = {"status": status, "error": refusal(status, body)}
        if status == 200:
            theirs.update(hasDriver="driver" in body, driver=body["driver"])
        self.add("drivers/patch-template", {"template": template, "patch": patch, "versionHeader": version}, theirs)


def main():
    dice = random.Random(23)
    comparison = Comparison("magnum 23.0.0, service")
    image_service = ImageService()
    image_service.images["image-kept"] = {"os_distro": "ubuntu"}
    with tempfile.TemporaryDirectory() as folder, ExitStack() as running:
        started = []
        for number in range(SERVICES):
            packages = [] if number == 0 else generate.registry(dice)
            config = generate.config(dice)
            # A file cannot say a name with blanks around it.
            config["default_driver"] = config["default_driver"] and config["default_driver"].strip()
            service = Service(Path(folder) / f"service{number}", packages, config, image_service.address)
            running.callback(service.stop)
            drivers = [driver for package in packages for driver in package]
            started.append((service, {"registeredDrivers": drivers, "config": config}))
        for service, common in started:
            cases = Cases(comparison, dice, service.wait(), image_service.images, common)
            for _ in range(60):
                cases.create()
                cases.change()
            for _ in range(15):
                cases.look()
            service.stop()
    comparison.finish(EXPECTED)


if __name__ == "__main__":
    sys.exit(main())
