"""Templates in two running Magnums, one before a change of drivers or configuration and one after it."""

import uuid

from drivers import classes, generate, upgrades
from drivers.service import Service, refusal

INSERT = (
    "insert into cluster_template (uuid, project_id, user_id, name, image_id, coe, server_type, cluster_distro, driver,"
    " public, hidden, network_driver, labels, tls_disabled, registry_enabled, master_lb_enabled, floating_ip_enabled)"
    " values (?, 'project', 'user', ?, ?, 'kubernetes', ?, ?, ?, 0, 0, 'calico', '{}', 0, 0, 0, 1)"
)


class Side:
    """A service with drivers and a configuration of its own."""

    def __init__(self, folder, dice, packages, image_service):
        self.folder, self.packages = folder, packages
        self.config = generate.config(dice)
        # A file cannot say a name with blanks around it.
        self.config["default_driver"] = self.config["default_driver"] and self.config["default_driver"].strip()
        self.drivers = [driver for package in packages for driver in package]
        self.service = Service(folder, packages, self.config, image_service)

    def registry(self):
        """Its drivers and configuration as Fitment is given them."""
        known = {"metadata": {"name": self.folder.name}, "drivers": self.drivers, "config": self.config}
        return {"apiVersion": "fitment/v1", "kind": "DriverRegistry", **known}

    def create(self, body):
        """The status of a creation, its error or none, and the template that was made."""
        status, shown = self.service.ask("POST", "/v1/clustertemplates", body, "container-infra latest")
        return status, refusal(status, shown), shown

    def runs(self, templates):
        """Who makes clusters of each template, and which driver each gets where it is created again."""
        with classes.installed(self.folder / "classes", self.packages, self.config):
            made = [classes.create_cluster({"template": template}) for template in templates]
        for template, cluster in zip(templates, made):
            body = {key: template[key] for key in ("image_id", "coe", "server_type")}
            status, error, shown = self.create(body)
            refused = cluster["apiGate"] if cluster["apiGate"] != "pass" else cluster["conductorError"]
            again = upgrades.run(None if error else shown["driver"], error)
            yield upgrades.run(cluster["conductorDriver"], refused), again

    def store(self, dice, name, image):
        """A template in it, made by a request if it takes that, else written into its database; as it is stored."""
        wanted = generate.template(dice, self.drivers)
        # The service fails to show a template whose driver is empty text.
        wanted["driver"] = wanted["driver"] or None
        body = {"name": name, "image_id": image["id"], "coe": "kubernetes", "server_type": wanted["server_type"]}
        kept = {**body, "cluster_distro": wanted["cluster_distro"], "driver": wanted["driver"]}
        status, shown = None, None
        if wanted["driver"]:
            status, _, shown = self.create({**body, "driver": wanted["driver"]})
        if status == 201:
            return {**kept, "cluster_distro": shown["cluster_distro"], "uuid": shown["uuid"]}
        kept["uuid"] = str(uuid.UUID(int=dice.getrandbits(128), version=4))
        keys = ("uuid", "name", "image_id", "server_type", "cluster_distro", "driver")
        self.service.store(INSERT, *[kept[key] for key in keys])
        return kept


def image(dice, name):
    """An image that says what runs on it, and perhaps by which driver."""
    made = {"name": name, "disk_format": "raw", "container_format": "bare"}
    if dice.random() < 0.9:
        made["os_distro"] = dice.choice(generate.SYSTEMS[:2] * 3 + generate.SYSTEMS[2:])
    if dice.random() < 0.4:
        made["magnum_driver"] = dice.choice(generate.NAMES[:4] * 3 + [""])
    return made
