// The page's example documents: those of the repository, unchanged.
import azure from "../../examples/images/cloudprofile.yaml?url";
import azureAfter from "../../examples/changes/cloudprofile.yaml?url";
import shoots from "../../examples/changes/shoots.yaml?url";
import tagged from "../../examples/migrate/cloudprofile.yaml?url";
import taggedUsers from "../../examples/migrate/shoots.yaml?url";
import known from "../../examples/migrate/known.yaml?url";
import realAlicloud from "../../examples/real/alicloud/cloudprofile.yaml?url";
import realAws from "../../examples/real/aws/cloudprofile.yaml?url";
import realAzure from "../../examples/real/azure/cloudprofile.yaml?url";
import realGcp from "../../examples/real/gcp/cloudprofile.yaml?url";
import realOpenstack from "../../examples/real/openstack/cloudprofile.yaml?url";
import clusters from "../../examples/clusters/explain.yaml?url";
import drivers from "../../examples/drivers/template.yaml?url";
import gold from "../../examples/traits/gold-plus-plus.yaml?url";
import pools from "../../examples/traits/dedicated-pools.yaml?url";
import plan from "../../examples/providers/plan.yaml?url";
import upgrade from "../../examples/providers/upgrade.yaml?url";

export interface Example {
  /** The name in an address. */
  id: string;
  title: string;
  address: string;
  /** The time it was written for, if that matters. */
  now?: string;
  /** The question to ask about it. */
  question?: string;
  /** The state to show first. */
  first?: Record<string, string>;
}

const WRITTEN = "2026-01-31T00:00:00Z";

export const profiles: Example[] = [
  {
    id: "azure", title: "azure, from GEP-33", address: azure, now: WRITTEN,
    first: { type: "Standard_S896om", image: "gardenlinux", version: "1443.10.0" },
  },
  { id: "azure-after", title: "azure, changed", address: azureAfter, now: WRITTEN },
  { id: "real-aws", title: "aws, as Gardener's example", address: realAws, now: WRITTEN },
  { id: "real-azure", title: "azure, as Gardener's example", address: realAzure, now: WRITTEN },
  { id: "real-gcp", title: "gcp, as Gardener's example", address: realGcp, now: WRITTEN },
  { id: "real-openstack", title: "openstack, as Gardener's example", address: realOpenstack, now: WRITTEN },
  { id: "real-alicloud", title: "alicloud, as Gardener's example", address: realAlicloud, now: WRITTEN },
  { id: "tagged", title: "azure, with tags of versions", address: tagged, now: WRITTEN },
];

export const users: Example[] = [
  { id: "shoots", title: "three Shoots", address: shoots },
  { id: "tagged", title: "a Shoot on a tag", address: taggedUsers },
];

/** Examples of knowledge about tags and machine types. */
export const knowns: Example[] = [{ id: "tagged", title: "of azure, with tags of versions", address: known }];

export const given: Record<string, Example[]> = {
  drivers: [{ id: "template", title: "A template that names no driver", address: drivers, question: "drivers/resolve" }],
  traits: [
    { id: "gold", title: "Nodes for bm.gold.plusplus", address: gold, question: "traits/match-nodes" },
    { id: "pools", title: "Dedicated pools", address: pools, question: "traits/lint" },
  ],
  clusters: [{ id: "staging", title: "A cluster that is not imported", address: clusters, question: "clusters/explain" }],
  providers: [
    { id: "upgrade", title: "An upgrade to another contract", address: upgrade, question: "providers/explain-upgrade" },
    { id: "plan", title: "What clusterctl would plan", address: plan, question: "providers/plan" },
  ],
};
