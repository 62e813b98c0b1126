"""Magnum's own classes, asked in this process."""

import contextlib
import importlib
import logging
import sys
from types import SimpleNamespace

import pecan.core
from magnum import objects
from magnum.api import attr_validator, validation
from magnum.api.controllers.v1.cluster_template import ClusterTemplatesController
from magnum.common import clients, context, exception
from magnum.conf import CONF
from magnum.drivers.common.driver import Driver
from openstack import exceptions as sdk
from openstack.image.v2.image import Image
from stevedore import _cache
from stevedore.extension import ExtensionManager
from wsme.api import FunctionDefinition
from wsme.exc import ClientSideError
from wsme.rest.args import get_args

from drivers import plugins

ERRORS = {
    exception.ClusterDriverNotSupported: "driver-not-supported",
    exception.ClusterTypeNotSupported: "cluster-type-not-supported",
    exception.ClusterTypeBetaNotEnabled: "cluster-type-not-supported",
    exception.ImageNotFound: "image-not-found",
    exception.ImageNotAuthorized: "image-not-authorized",
    exception.OSDistroFieldNotFound: "os-distro-missing",
    exception.Conflict: "image-ambiguous",
    exception.InvalidParameterValue: "invalid-field",
    ClientSideError: "invalid-field",
    sdk.HttpException: "image-service-failed",
}
IMAGE_ERRORS = {
    "not_found": sdk.NotFoundException,
    "forbidden": sdk.ForbiddenException,
    "duplicate": sdk.DuplicateResource,
    "other": sdk.HttpException,
}


def start():
    """Makes the surroundings that the classes expect of the service."""
    CONF([], project="magnum", default_config_files=[])
    logging.disable(logging.CRITICAL)
    request = SimpleNamespace(context=context.RequestContext(is_admin=True))
    pecan.core.state = SimpleNamespace(request=request)
    # Nothing of the generated packages is to be found again by a later run.
    _cache._c._disable_caching = True


@contextlib.contextmanager
def installed(folder, packages, settings):
    """The packages are installed and configured, and nothing else is."""
    paths = plugins.write(folder, packages)
    kept = sys.path[:]
    # The rest of the path stays importable by what is imported already; its packages would only be read for nothing.
    sys.path[:] = paths
    importlib.invalidate_caches()
    ExtensionManager.ENTRY_POINT_CACHE.clear()
    _cache._c._internal.clear()
    for option, value in settings.items():
        CONF.set_override(option, value, group="drivers")
    try:
        yield
    finally:
        sys.path[:] = kept
        plugins.forget(folder)


def answer(call, *given):
    """What a call returns in a process that has just started, or the error that a client would get for it."""
    # A map of types that could not be finished is kept as it is.
    Driver.definitions = None
    try:
        return call(*given)
    except Exception as error:
        kinds = [word for kind, word in ERRORS.items() if isinstance(error, kind)]
        if kinds:
            # `ClientSideError` is what the others are for, so the most exact one counts.
            word = ERRORS.get(type(error), kinds[0])
            return {"error": word, "status": getattr(error, "code", 400) if word != "image-service-failed" else 500}
        return {"error": "server-error", "status": 500}


def lookup(given):
    found = Driver.get_driver(given["serverType"], given["os"], given["coe"], given.get("driverName"))
    return {"driver": found.name, "error": None}


def default():
    return {"driver": Driver.get_default_driver(), "error": None}


class ImageService:
    """Magnum's clients, with an image service that knows one image."""

    said = {}

    def __init__(self, _context):
        pass

    def glance(self):
        return self

    def find_image(self, _name, ignore_missing):
        assert not ignore_missing
        error = self.said.get("error")
        if error:
            raise IMAGE_ERRORS[error]("the stand-in fails")
        return Image.existing(**self.said)


clients.OpenStackClients = ImageService


@validation.enforce_server_type()
@validation.enforce_network_driver_types_create()
@validation.enforce_volume_driver_types_create()
@validation.enforce_volume_storage_size_create()
@validation.enforce_driver_supported()
def creation(_controller, template):
    """What follows the checks of a creation, as far as it is about drivers."""
    image = attr_validator.validate_image(clients.OpenStackClients(None), template.image_id)
    shown = {"driver": template.driver, "clusterDistro": image.os_distro}
    return {"status": 201, "hasDriver": True, "error": None, **shown}


POST = FunctionDefinition.get(ClusterTemplatesController.post)


def resolve(body, image):
    """A creation: the body is read as the service reads it, then checked."""
    ImageService.said = image
    _, arguments = get_args(POST, (), {}, {}, None, body, "application/json")
    return creation(None, arguments["cluster_template"])


@validation.enforce_cluster_type_supported()
def cluster(_controller, _cluster):
    """A cluster that passed the check of its type."""


def create_cluster(given):
    """What the API and then the conductor say of a template."""
    template = SimpleNamespace(**given["template"])
    objects.ClusterTemplate.get = objects.ClusterTemplate.get_by_uuid = lambda *_: template
    asked = SimpleNamespace(cluster_template_id="template")
    gate = answer(lambda: {"error": cluster(None, asked)})["error"]
    found = answer(lambda: {"driver": Driver.get_driver_for_cluster(None, asked).name})
    return {"apiGate": gate or "pass", "conductorDriver": found.get("driver"), "conductorError": found.get("error")}
