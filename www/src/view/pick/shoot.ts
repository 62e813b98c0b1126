// A Shoot with one pool, as it would be created: the pool of the engine, with the version that is looked at.
import type { KubernetesObject } from "../../engine/admission.ts";
import type { Value } from "./worker.ts";

interface Wanted {
  profile: string;
  /** The type of its provider, if it says it. */
  type: string | undefined;
  region: string;
  machineType: string;
  image: string;
  version: string;
  /** The pool that the engine proposes, if it proposes one. */
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
      // The newest, as admission fills it in.
      kubernetes: {},
      provider: {
        ...(type === undefined ? {} : { type }),
        workers: [{ ...rest, machine: { ...(machine as object | undefined), type: machineType, image: { name: image, version } } }],
      },
    },
  };
}
