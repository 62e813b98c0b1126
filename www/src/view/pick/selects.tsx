// The npm package's form fields, which ask the worker in place of a catalog.
import { useMemo } from "preact/hooks";
import type { FitmentImageSelect, FitmentMachineSelect } from "fitment/element";
import "fitment/element";
import { circumstances, theme } from "../../circumstances.ts";
import type { Decided } from "../../engine/answers.ts";
import { live } from "../../engine/client.ts";
import { words } from "../../words.ts";
import type { Profile } from "../profile.ts";

interface Said {
  now?: string;
  text?: boolean;
}

/** The catalog that the elements ask. A newly opened profile is a new catalog. */
function catalogOf(held: Profile) {
  const cloudProfile = held.good.value?.profile;
  const ask = async (question: string, given: object, said: Said & object = {}): Promise<Decided["envelope"]> => {
    const { now = circumstances.peek().now, text: _, ...rest } = said;
    const at = { ...circumstances.peek(), now };
    const { envelope } = await live.call(`element ${question}`, "ask", "images", question, { cloudProfile, ...given, ...rest }, at);
    return envelope;
  };
  return {
    machineTypes: async (filter?: object) => (await ask("images/machine-types", {}, filter)).answer?.machineTypes as object[],
    fit: (machineType: string, said?: object) => ask("images/fit", { machineType }, said),
    explain: (machineType: string, image: string, version: string, said?: object) => ask("images/fit", { machineType, image, version }, said),
    pick: (machineType: string, said?: object) => ask("images/pick", { machineType }, said),
  };
}

interface SelectsProps {
  held: Profile;
  machineType: string;
  region: string;
  /** The selected version, as `IMAGE VERSION`. */
  value: string;
  onMachineType(name: string): void;
  onImage(image: string, version: string): void;
}

declare module "preact" {
  namespace JSX {
    interface IntrinsicElements {
      "fitment-machine-select": ElementProps<FitmentMachineSelect>;
      "fitment-image-select": ElementProps<FitmentImageSelect>;
    }
  }
}

interface ElementProps<E> {
  id: string;
  catalog: unknown;
  value: string;
  theme?: string;
  now: string;
  region?: string;
  show: "why-not";
  "machine-type"?: string;
  "data-given": string;
  onChange(event: { currentTarget: E }): void;
}

export function Selects({ held, machineType, region, value, onMachineType, onImage }: SelectsProps) {
  const isReady = held.isReady.value;
  const catalog = useMemo(() => (isReady ? catalogOf(held) : undefined), [held.good.value, isReady, circumstances.value]);
  const common = { catalog, now: circumstances.value.now, show: "why-not" as const, theme: theme.value === "system" ? undefined : theme.value };
  return (
    <>
      <div>
        <label for="machine-type">{words.machineType}</label>
        <fitment-machine-select id="machine-type" {...common} value={machineType} data-given="/machineType" onChange={({ currentTarget }) => onMachineType(currentTarget.value)} />
      </div>
      <div>
        <label for="image">{words.image}</label>
        <fitment-image-select id="image" {...common} machine-type={machineType} region={region === "" ? undefined : region} value={value} data-given="/image"
          onChange={({ currentTarget }) => onImage(currentTarget.image, currentTarget.version)} />
      </div>
    </>
  );
}
