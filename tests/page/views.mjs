// Every view with what it shows first: where it stands, what tells that it is there, and which examples it has loaded.
export const views = [
  { name: "pick", fragment: "#/pick", shows: /does not fit the machine type `Standard_S896om`/, loads: ["images/cloudprofile.yaml"] },
  { name: "matrix", fragment: "#/matrix", shows: /does not fit the machine type `Standard_S896om`/, loads: ["images/cloudprofile.yaml"] },
  { name: "matrix-table", fragment: "#/matrix?as=table", shows: /does not fit the machine type `Standard_S896om`/, loads: ["images/cloudprofile.yaml"] },
  { name: "change", fragment: "#/change", shows: /without the image version `gardenlinux:1443.10.0`/, loads: ["images/cloudprofile.yaml", "changes/shoots.yaml"] },
  { name: "drivers", fragment: "#/drivers", shows: /names the driver `k8s_cluster_api_ubuntu`/ },
  { name: "traits", fragment: "#/traits", shows: /1 of 7 nodes can take `bm.gold.plusplus`/ },
  { name: "clusters", fragment: "#/clusters", shows: /is not imported, because/ },
  { name: "providers", fragment: "#/providers", shows: /is wanted at `v1.21.0`/ },
];
