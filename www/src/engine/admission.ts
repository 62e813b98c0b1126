// Admits an object as an API server would: first completed, then judged.
import { type Operation, patched } from "../document/patch.ts";

/** A Kubernetes object. */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace: string };
  [key: string]: unknown;
}

export type Phase = "mutating" | "validating";

/** The result of an admission. */
export interface Admitted {
  /** The object that was judged, completed if the first phase allowed it. */
  object: KubernetesObject;
  /** The AdmissionReview that decided, as it was written. */
  answer: string;
}

/** The response in an AdmissionReview. */
export interface Response {
  allowed?: boolean;
  status?: { message?: string };
  warnings?: string[];
  patch?: string;
}

/** Returns a review's response; empty if the text is not a review. */
export function responseOf(answer: string): Response {
  try {
    return (JSON.parse(answer) as { response?: Response }).response ?? {};
  } catch {
    return {};
  }
}

/** Sends an object through both phases. `answer` answers each review. */
export async function admitted(object: KubernetesObject, answer: (phase: Phase, review: string) => Promise<string>): Promise<Admitted> {
  const first = await answer("mutating", reviewOf(object));
  const { allowed, patch } = responseOf(first);
  if (allowed !== true) return { object, answer: first };
  const whole = patch === undefined ? object : patched(structuredClone(object), operations(patch)) as KubernetesObject;
  return { object: whole, answer: await answer("validating", reviewOf(whole)) };
}

function operations(patch: string): Operation[] {
  const bytes = Uint8Array.from(atob(patch), (character) => character.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** The same text for the same object, so that two answers can be compared. It is a dry run. */
function reviewOf(object: KubernetesObject): string {
  const { apiVersion, kind, metadata: { name, namespace } } = object;
  const [group, version] = apiVersion.split("/");
  return JSON.stringify({
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    request: {
      uid: "page", kind: { group, version, kind }, resource: { group, version, resource: `${kind.toLowerCase()}s` },
      name, namespace, operation: "CREATE", userInfo: { username: "page" }, object, oldObject: null, dryRun: true, options: null,
    },
  });
}
