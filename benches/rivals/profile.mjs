// The profile that the contestants are asked about, always the same one.

/** So many image versions, with so many flavors each, and so many capabilities. */
const [IMAGES, VERSIONS, FLAVORS, CAPABILITIES, VALUES, MACHINES] = [50, 20, 3, 8, 4, 16];

let state = 20260131;

/** A number below another, from a seed. */
function below(limit) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * limit);
}

const list = (count, make) => Array.from({ length: count }, (_, place) => make(place));
const architectures = ["amd64", "arm64"];
const machineCapabilities = [
  { name: "architecture", values: architectures },
  ...list(CAPABILITIES - 1, (place) => ({ name: `feature-${place + 1}`, values: list(VALUES, (value) => `mode-${place + 1}-${value}`) })),
];

/** One architecture, and some values of most capabilities. */
function capabilities() {
  const own = { architecture: [architectures[below(8) === 0 ? 1 : 0]] };
  for (const { name, values } of machineCapabilities.slice(1)) {
    if (below(4) === 0) continue;
    const first = below(VALUES);
    own[name] = list(1 + below(3), (place) => values[(first + place) % VALUES]);
  }
  return own;
}

export const profile = {
  apiVersion: "core.gardener.cloud/v1beta1",
  kind: "CloudProfile",
  metadata: { name: "bench" },
  spec: {
    type: "bench",
    machineCapabilities,
    machineTypes: list(MACHINES, (place) => ({ name: `m${place}`, cpu: "4", gpu: "0", memory: "8Gi", capabilities: capabilities() })),
    machineImages: list(IMAGES, (image) => ({
      name: `image-${image}`,
      versions: list(VERSIONS, (version) => ({ version: `${version + 1}.0.0`, capabilityFlavors: list(FLAVORS, capabilities) })),
    })),
  },
};

const defaulted = (own) => Object.fromEntries(machineCapabilities.map(({ name, values }) => [name, own[name] ?? values]));

/** The same with what is absent filled in: for those who would have to be taught the defaults. */
export const prepared = {
  machines: Object.fromEntries(profile.spec.machineTypes.map(({ name, capabilities }) => [name, defaulted(capabilities)])),
  versions: profile.spec.machineImages.flatMap(({ versions }) => versions.map(({ capabilityFlavors }) => capabilityFlavors.map(defaulted))),
  names: machineCapabilities.map(({ name }) => name),
};
