// The profiles of the pages.
const capabilities = [
  { name: "architecture", values: ["amd64", "arm64"] },
  { name: "hypervisorType", values: ["gen2", "gen1"] },
  { name: "network", values: ["accelerated", "standard"] },
];
const amd64 = ["amd64"];
const arm64 = ["arm64"];
const document = (name, spec) => ({ apiVersion: "core.gardener.cloud/v1beta1", kind: "CloudProfile", metadata: { name }, spec });

/** That of the example. */
export const azure = document("azure", {
  type: "azure",
  kubernetes: { versions: [{ version: "1.33.4" }] },
  machineCapabilities: capabilities,
  machineImages: [
    {
      name: "gardenlinux",
      versions: [
        {
          version: "1592.2.0",
          classification: "supported",
          capabilityFlavors: [
            { architecture: amd64, hypervisorType: ["gen2"], network: ["accelerated", "standard"] },
            { architecture: amd64, hypervisorType: ["gen1"] },
            { architecture: arm64, hypervisorType: ["gen2"], network: ["accelerated", "standard"] },
          ],
        },
        {
          version: "1592.1.0",
          classification: "deprecated",
          expirationDate: "2026-03-01T00:00:00Z",
          capabilityFlavors: [{ architecture: amd64, hypervisorType: ["gen2"], network: ["standard"] }],
        },
        {
          version: "1443.10.0",
          classification: "deprecated",
          expirationDate: "2026-02-01T00:00:00Z",
          capabilityFlavors: [{ architecture: amd64, hypervisorType: ["gen1"] }],
        },
      ],
    },
    {
      name: "suse-chost",
      versions: [
        { version: "15.6.20250618", classification: "supported", capabilityFlavors: [{ architecture: arm64, hypervisorType: ["gen2"], network: ["standard"] }] },
        { version: "15.5.20240101", classification: "deprecated", expirationDate: "2025-06-01T00:00:00Z", capabilityFlavors: [{ architecture: amd64, hypervisorType: ["gen1"] }] },
      ],
    },
  ],
  machineTypes: [
    { name: "Standard_S896om", cpu: "896", gpu: "0", memory: "12Ti", usable: true, capabilities: { architecture: amd64, hypervisorType: ["gen2"] } },
    { name: "Standard_S896", cpu: "896", gpu: "0", memory: "12Ti", capabilities: { architecture: amd64 } },
    { name: "Standard_D4ps_v5", cpu: "4", gpu: "0", memory: "16Gi", capabilities: { architecture: arm64, hypervisorType: ["gen2"] } },
  ],
  regions: [{ name: "westeurope", zones: [{ name: "1" }, { name: "2", unavailableMachineTypes: ["Standard_S896om"] }] }],
});

/** One with so many image versions, of which every fourth does not fit. */
export function large(count) {
  const versions = Array.from({ length: count }, (_, place) => ({
    version: `1.${place}.0`,
    capabilityFlavors: [{ architecture: place % 4 === 0 ? arm64 : amd64, hypervisorType: ["gen2"] }],
  }));
  return document("large", {
    machineCapabilities: capabilities,
    machineImages: [{ name: "linux", versions }],
    machineTypes: [{ name: "small", cpu: "1", memory: "1Gi", gpu: "0", capabilities: { architecture: amd64 } }],
  });
}
