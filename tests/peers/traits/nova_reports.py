"""What Nova's compute service reports of a node, and what its conductor checks before a rebuild."""

from types import SimpleNamespace

from nova import context, exception, objects
from nova.compute import pci_placement_translator
from nova.compute.provider_tree import ProviderTree
from nova.compute.resource_tracker import ResourceTracker
from nova.conductor.manager import ComputeTaskManager
from nova.conf import CONF
from nova.virt.ironic.driver import IronicDriver

from traits.nova import flavor_of, image_of


def node_of(given):
    """The node as the client of Ironic gives it."""
    node = given["node"]
    return SimpleNamespace(
        id=node["uuid"],
        name=node["name"],
        resource_class=node["resource_class"],
        traits=node["traits"],
        provision_state=node["provision_state"],
        power_state=node["power_state"],
        is_maintenance=node["maintenance"],
        instance_id=node["instance_uuid"],
        properties={},
    )


def tracker_of(given):
    """The part of the compute service that reports nodes."""
    driver = IronicDriver(None)
    node = node_of(given)
    driver._node_from_cache = lambda _: node
    tracker = ResourceTracker("host", driver, reportclient=SimpleNamespace())

    def service(*_):
        if given.get("serviceMissing"):
            raise exception.ComputeHostNotFound(host="host")
        return SimpleNamespace(disabled=given.get("serviceDisabled", False))

    objects.Service.get_by_compute_host = service
    return tracker


def sync(given):
    """What is to be in Placement after a node was reported."""
    CONF.set_override("skip_reserve_in_use_ironic_nodes", given.get("skipReserveInUse", False), group="workarounds")
    CONF.set_override("image_type_exclude_list", given.get("imageTypeExcludeList", []), group="compute")
    name = given["node"]["uuid"]
    tree = ProviderTree()
    tree.new_root(name, name)
    tree.update_traits(name, given.get("placementTraits", []))
    tracker = tracker_of(given)
    try:
        tracker.driver.update_provider_tree(tree, name)
        tree.update_traits(name, tracker._get_traits(context.get_admin_context(), name, tree))
        pci_placement_translator.update_provider_tree_for_pci(tree, name, None, {}, [])
        tracker._merge_provider_configs(configs(given), tree)
    except exception.NoResourceClass:
        return {"error": "no-resource-class"}
    except TypeError:
        return {"error": "traits-field-missing"}
    except exception.PlacementPciException:
        return {"error": "pci-tracking-conflict"}
    except ValueError:
        return {"error": "provider-config-conflict"}
    data = tree.data(name)
    if "CUSTOM_" in data.inventory:
        # An empty class becomes a name that Placement does not take, so nothing is written.
        return {"error": "placement-refused"}
    inventory = {
        name: {"total": amounts["total"], "reserved": amounts["reserved"]} for name, amounts in data.inventory.items()
    }
    return {"traits": sorted(data.traits), "inventory": inventory, "error": None}


def configs(given):
    """The files for providers."""
    return {
        name: {"traits": {"additional": traits}, "__source_file": "file"}
        for name, traits in given.get("providerConfig", {}).items()
    }


def check_rebuild(given):
    """Whether a server may be rebuilt with an image."""
    image = image_of(given)
    objects.ImageMeta.from_image_ref = lambda *_: image
    objects.ComputeNode.get_by_host_and_nodename = lambda *_: SimpleNamespace(uuid="provider")
    provider = SimpleNamespace(traits=set(given["allocatedProviderTraits"]))
    placement = SimpleNamespace(
        get_allocations_for_consumer=lambda *_: {"provider": {}},
        get_provider_tree_and_ensure_root=lambda *_: SimpleNamespace(data=lambda _: provider),
    )
    manager = SimpleNamespace(image_api=None, report_client=placement)
    instance = SimpleNamespace(uuid="i", host="h", node="n", flavor=flavor_of(given))
    try:
        ComputeTaskManager._validate_image_traits_for_rebuild(manager, None, instance, "image")
    except exception.NoValidHost as error:
        reason = "image-requires-forbidden" if "forbidden" in str(error) else "image-trait-missing"
        return {"outcome": "refused", "reason": reason}
    return {"outcome": "allowed", "reason": None}
