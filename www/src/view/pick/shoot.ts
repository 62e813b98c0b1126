// A Shoot with one pool, as it would be created: the pool that the engine proposes, with the selected version.
import type { KubernetesObject } from "../../engine/admission.ts";
import type { Value } from "./worker.ts";

interface Wanted {
  profile: string;
  /** The provider type, if the profile states it. */
  type: string | undefined;
  region: string;
  machineType: string;
  image: string;
  version: string;
  /** The pool that the engine proposes, if any. */
  worker: { [key: string]: Value } | undefined;
}

export function shootOf({ profile, type, region, machineType, image, version, worker }: Wanted): KubernetesObject {
  const { machine, ...rest } = worker ?? { name: "pool", minimum: 1, maximum: 1 };
  return {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "Shoot",
    metadata: { name: "new", namespace: "garden" },
    spec: {
      cloudProfile: { kind: "CloudProfile", name: profile },
      region,
      // Admission fills in the newest version.
      kubernetes: {},
      provider: {
        ...(type === undefined ? {} : { type }),
        workers: [{ ...rest, machine: { ...(machine as object | undefined), type: machineType, image: { name: image, version } } }],
      },
    },
  };
}
