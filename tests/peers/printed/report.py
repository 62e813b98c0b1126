"""What Nova's compute service writes to Placement of the nodes that Ironic lists, and what its scheduler asks of it.

Two things are stood in for: that there is one compute service, which runs the instances of its nodes and is as new as
its code.
"""

from types import SimpleNamespace
from urllib.parse import parse_qsl

from nova import context, exception, objects
from nova.compute.resource_tracker import ResourceTracker
from nova.image import glance
from nova.scheduler import request_filter, utils
from nova.scheduler.client.report import SchedulerReportClient
from nova.virt.ironic.driver import IronicDriver

CONTEXT = context.RequestContext("user", "project", auth_token="token", is_admin=True)
NEWEST = 99
REFUSALS = {
    exception.NoResourceClass: "no-resource-class",
    exception.PlacementPciException: "pci-tracking-conflict",
}


def nodes(instances):
    """Reports every node that the service finds, with these instances as its own, and tells which it could not."""
    objects.ServiceList.get_all_computes_by_hv_type = lambda *_: []
    objects.InstanceList.get_uuids_by_host = lambda *_: instances
    objects.Service.get_by_compute_host = lambda *_: SimpleNamespace(disabled=False)
    driver = IronicDriver(None)
    tracker = ResourceTracker("compute", driver, reportclient=SchedulerReportClient())
    wrong = {}
    for name in driver.get_available_nodes():
        node = SimpleNamespace(uuid=name, hypervisor_hostname=name)
        try:
            tracker._update_to_placement(CONTEXT, node, True)
        except tuple(REFUSALS) as error:
            wrong[name] = REFUSALS[type(error)]
    return wrong


def query(flavor, image, volume):
    """What the scheduler asks of Placement: of a flavor its name is given, of an image its id or nothing."""
    objects.service.get_minimum_version_all_cells = lambda *_: NEWEST
    known = objects.ImageMeta.from_image_ref(CONTEXT, glance.API(), image) if image else objects.ImageMeta.from_dict({})
    spec = objects.RequestSpec(
        flavor=objects.Flavor.get_by_name(CONTEXT, flavor),
        image=known,
        is_bfv=volume,
        project_id="project",
        availability_zone=None,
        requested_resources=[],
        requested_networks=objects.NetworkRequestList(objects=[]),
        request_level_params=objects.RequestLevelParams(),
    )
    request_filter.process_reqspec(CONTEXT, spec)
    asked = utils.ResourceRequest.from_request_spec(spec).to_querystring()
    return [list(pair) for pair in parse_qsl(asked, keep_blank_values=True)]
