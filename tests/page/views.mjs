// Every view with what it shows first: where it stands, and what tells that it is there.
export const views = [
  { name: "pick", fragment: "#/pick", shows: /does not fit the machine type `Standard_S896om`/ },
  { name: "drivers", fragment: "#/drivers", shows: /names the driver `k8s_cluster_api_ubuntu`/ },
  { name: "traits", fragment: "#/traits", shows: /1 of 7 nodes can take `bm.gold.plusplus`/ },
  { name: "clusters", fragment: "#/clusters", shows: /is not imported, because/ },
  { name: "providers", fragment: "#/providers", shows: /is wanted at `v1.21.0`/ },
];
