// The views, grouped by the system that a user comes from.
import type { FunctionComponent } from "preact";

export interface View {
  id: string;
  name: string;
  group: string;
  /** The heading: the question in words. */
  asks: string;
  /** The keys of the address that the view reads. */
  keys: string[];
  load(): Promise<FunctionComponent>;
}

const PICK = ["doc", "type", "image", "version", "region", "find", "cause", "only", "line"];

const question = (id: string, name: string, group: string, asks: string): View => ({
  id, name, group, asks, keys: ["doc", "q", "line", "node", "flavor", "image", "delete", "tab"],
  load: async () => (await import("./question/view.tsx")).questionView(id),
});

export const views: View[] = [
  {
    id: "pick", name: "Pick", group: "Gardener", asks: "Which machine image fits this machine type?", keys: PICK,
    load: async () => (await import("./pick/view.tsx")).Pick,
  },
  {
    id: "matrix", name: "Matrix", group: "Gardener", asks: "What fits what?",
    keys: ["doc", "type", "image", "version", "rows", "cols", "group", "by", "zoom", "as", "page"],
    load: async () => (await import("./matrix/view.tsx")).Matrix,
  },
  {
    id: "change", name: "Change", group: "Gardener", asks: "What does a change of this profile do?", keys: ["old", "new", "shoots", "known", "tab", "line", "in"],
    load: async () => (await import("./change/view.tsx")).Change,
  },
  question("drivers", "Drivers", "OpenStack", "Which driver runs this cluster template?"),
  question("traits", "Traits", "OpenStack", "Which nodes can take this flavor?"),
  question("clusters", "Clusters", "Rancher and CAPI", "Which Rancher record belongs to this cluster?"),
  question("providers", "Providers", "Rancher and CAPI", "May these providers be upgraded or deleted?"),
  {
    id: "decisions", name: "Decisions", group: "Log", asks: "What was decided, and is it decided the same today?", keys: ["verdict", "code", "find", "slice", "latency", "n"],
    load: async () => (await import("./decisions/view.tsx")).Decisions,
  },
];
