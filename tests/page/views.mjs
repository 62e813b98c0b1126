// Every view with what it shows first: where it stands, what is done in it, what tells that it is there, and which examples it
// has loaded. What tells it is a sentence, unless it stands somewhere else.
import { replayed } from "./decisions.mjs";

export const views = [
  { name: "pick", fragment: "#/pick", shows: /does not fit the machine type `Standard_S896om`/, loads: ["images/cloudprofile.yaml"] },
  { name: "matrix", fragment: "#/matrix", shows: /does not fit the machine type `Standard_S896om`/, loads: ["images/cloudprofile.yaml"] },
  { name: "matrix-table", fragment: "#/matrix?as=table", shows: /does not fit the machine type `Standard_S896om`/, loads: ["images/cloudprofile.yaml"] },
  { name: "change", fragment: "#/change", shows: /without the image version `gardenlinux:1443.10.0`/, loads: ["images/cloudprofile.yaml", "changes/shoots.yaml"] },
  { name: "change-pools", fragment: "#/change?tab=pools", where: ".answer", shows: /garden-shop\/db\/arm/ },
  { name: "change-timeline", fragment: "#/change?tab=timeline", shows: /no `CloudProfile` `aws` is loaded/ },
  { name: "change-findings", fragment: "#/change?tab=findings", shows: /can do without 1 list/ },
  {
    name: "change-migrate", fragment: "#/change?tab=migrate&new=ex:tagged&known=ex:tagged&shoots=ex:tagged", shows: /goes from 2 versions to 1/, loads: ["migrate/shoots.yaml"],
  },
  { name: "drivers", fragment: "#/drivers", shows: /names the driver `k8s_cluster_api_ubuntu`/ },
  { name: "traits", fragment: "#/traits", shows: /1 of 7 nodes can take `bm.gold.plusplus`/ },
  { name: "clusters", fragment: "#/clusters", shows: /is not imported, because/ },
  { name: "traits-sync", fragment: "#/traits?tab=sync", where: ".writes", shows: /resource_providers/ },
  { name: "traits-lint", fragment: "#/traits?doc=ex:pools", shows: /asks for no pool of/ },
  { name: "decisions", fragment: "#/decisions", where: "p", shows: /The same answer, byte for byte/, prepare: replayed },
  { name: "decisions-empty", fragment: "#/decisions", where: ".drop", shows: /Drop a decision log here/ },
  { name: "providers", fragment: "#/providers", shows: /is wanted at `v1.21.0`/ },
];
