// What somebody who installs the package writes, checked against its types.
import { Catalog, Fitment, Undecided, about, start } from "fitment";
import { Catalog as SmallCatalog, start as startCatalog } from "fitment/catalog";
import { start as startDrivers } from "fitment/drivers";
import type { Decided, LoadedDocument, Reason } from "fitment";

interface Driver {
  driver?: string;
  error?: string;
}

export async function main(): Promise<string> {
  const fitment: Fitment = await start();
  const documents = [{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } }];
  const { answer, problems } = fitment.load(documents, { fieldValidation: "Strict", complete: [{ apiVersion: "v1", kind: "ConfigMap" }] });
  const loaded: LoadedDocument[] = problems.length === 0 ? answer.documents : [];
  const given = { registeredDrivers: [{ name: "a", provides: [] }] };
  try {
    const envelope: Decided<Driver> = fitment.ask<Driver>("drivers/default", given, { now: new Date(), text: true });
    const first: Reason | undefined = envelope.because[0];
    return envelope.answer.driver ?? envelope.answer.error ?? first?.code ?? loaded[0]?.digest ?? about().version;
  } catch (error) {
    if (error instanceof Undecided) return error.envelope.problems.map((problem) => problem.code).join();
    throw error;
  }
}

// @ts-expect-error an edition has one of two names
export const wrong = (fitment: Fitment) => fitment.ask("drivers/default", {}, { edition: "upstrem" });

// @ts-expect-error the words are those of the Kubernetes API
export const strict = (fitment: Fitment) => fitment.load([], { fieldValidation: "strict" });

export function offered(catalog: Catalog, machineType: string): string[] {
  const { image, version } = catalog.columns;
  for (const warning of catalog.warnings) throw new Error(warning);
  return Array.from(catalog.fitting(machineType), (place) => `${image[place]} ${version[place]}`);
}

export async function smaller(profile: Uint8Array): Promise<number> {
  await startCatalog();
  const limits = (await startDrivers()).ask<{ limits: { depth: number } }>("fitment/about").answer.limits;
  return new SmallCatalog(profile).fitting("m5.large").length + limits.depth;
}

// @ts-expect-error the entry for drivers has no catalogue
import { Catalog as NoCatalog } from "fitment/drivers";

export const judged = (): string[] => about().judged.map(({ policy, kind }) => `${policy} ${kind}`);
