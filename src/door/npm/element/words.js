// What the elements say themselves: of themselves, never of what fits. That the engine says.

/** The words of the elements in English. An element takes others as its property `words`. */
export const WORDS = {
  images: "Machine image",
  machineTypes: "Machine type",
  required: "Choose one of the list.",
  nothing: "Nothing in the list matches.",
  noCatalog: "No profile is loaded.",
  noMachineType: "Choose a machine type first.",
  pending: "What fits is still being looked up.",
  count: (shown, total) => (shown === total ? `${total} in the list` : `${shown} of ${total} in the list`),
  recommended: "recommended",
  expires: (date, lifecycle) => (lifecycle === "expired" ? date : `until ${date}`),
  cpu: (cpu) => `${cpu} cpu`,
  gpu: (gpu) => `${gpu} gpu`,
  filtered: (cause) => `left out by the filter for ${cause}`,
  refused: "not available",
};
