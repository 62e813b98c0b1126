"""Nova's own code, asked in this process."""

import logging
import types
from urllib.parse import parse_qsl

from nova import context, exception, objects
from nova.api.openstack.compute.schemas import flavors_extraspecs
from nova.api.validation.extra_specs import validators
from nova.api.validation.validators import _SchemaValidator
from nova.scheduler import request_filter, utils
from nova.virt.ironic import patcher

logging.disable(logging.CRITICAL)
objects.register_all()
EXTRA_SPECS = _SchemaValidator(flavors_extraspecs.create)


def flavor_of(given):
    """The flavor as Nova keeps it."""
    return objects.Flavor(id=1, flavorid="f", **given["flavor"])


def image_of(given):
    """The image as Nova keeps it."""
    return objects.ImageMeta.from_dict(given.get("image") or {"properties": {}})


def request_spec(given):
    """What the scheduler is handed."""
    return objects.RequestSpec(
        flavor=flavor_of(given),
        image=image_of(given),
        is_bfv=given.get("bootFromVolume", False),
        requested_resources=[],
        request_level_params=objects.RequestLevelParams(),
    )


def read_flavor(given):
    """What a flavor and an image ask of Placement."""
    request = utils.ResourceRequest.from_request_spec(request_spec(given))
    groups = {
        suffix or "": {
            "resources": dict(group.resources),
            "required": sorted(group.required_traits),
            "forbidden": sorted(group.forbidden_traits),
        }
        for suffix, group in request._rg_by_id.items()
    }
    query = [list(pair) for pair in parse_qsl(request.to_querystring(), keep_blank_values=True) if pair[0] != "limit"]
    return {"groups": groups, "groupPolicy": request.group_policy, "placementQuery": sorted(query)}


def root_conditions(version):
    """What today's filters ask of the root, with compute services from that version on."""
    objects.service.get_minimum_version_all_cells = lambda *_: version
    spec = request_spec({"flavor": dict(PLAIN)})
    request_filter.compute_status_filter(context.get_admin_context(), spec)
    request_filter.owner_nova_filter(context.get_admin_context(), spec)
    return sorted(spec.root_required), sorted(spec.root_forbidden)


PLAIN = {
    "name": "f",
    "vcpus": 1,
    "memory_mb": 1,
    "root_gb": 1,
    "ephemeral_gb": 0,
    "swap": 0,
    "extra_specs": {},
}


def check_extra_spec(given):
    """Whether the compute API takes an extra spec."""
    try:
        EXTRA_SPECS.validate({"extra_specs": {given["key"]: given["value"]}})
        if tuple(map(int, given["computeApi"].split("."))) >= (2, 86):
            validators.validate(given["key"], given["value"])
    except exception.ValidationError:
        return {"valid": False}
    return {"valid": True}


def boot_patch(given):
    """What is written to the node when a server boots on it."""
    node = types.SimpleNamespace(properties={})
    flavor = flavor_of(given)
    instance = objects.Instance(flavor=flavor, display_name="s", host="h")
    metadata = types.SimpleNamespace(
        owner=types.SimpleNamespace(projectid="p", projectname="p", userid="u", username="u"),
        flavor=types.SimpleNamespace(name="f"),
        network_info=types.SimpleNamespace(fixed_ips=list, floating_ips=list),
    )
    image = image_of({"image": {"id": "i", "properties": (given.get("image") or {}).get("properties", {})}})
    try:
        ops = patcher.create(node).get_deploy_patch(
            instance, image, flavor, metadata, boot_from_volume=given.get("bootFromVolume", False)
        )
    except ValueError:
        return {"ops": None, "error": "malformed-extra-spec-key"}
    paths = ("/instance_info/traits", "/instance_info/capabilities")
    return {"ops": [op for op in ops if op["path"] in paths], "error": None}
