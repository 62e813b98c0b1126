// The two scripts that run beside the page.
import address from "./worker.ts?worker&url";

interface Policies {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

const { trustedTypes } = globalThis as { trustedTypes?: Policies };

/** Beside the page itself, so that its scope is the page's folder. */
const service = new URL("./sw.js", document.baseURI).href;

const policy = trustedTypes?.createPolicy("fitment", {
  createScriptURL(url) {
    if (url !== address && url !== service) throw new TypeError(`\`${url}\` is no script of this page`);
    return url;
  },
});

/** The worker's address, as a trusted URL. */
export function workerAddress(): string {
  return policy === undefined ? address : policy.createScriptURL(address);
}

/** The service worker's address, as a trusted URL. */
export function serviceAddress(): string {
  return policy === undefined ? service : policy.createScriptURL(service);
}
