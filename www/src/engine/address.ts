// The two scripts that may run beside the page.
import address from "./worker.ts?worker&url";

interface Policies {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

const { trustedTypes } = globalThis as { trustedTypes?: Policies };

/** Beside the page itself, so that its scope is the folder of the page. */
const service = new URL("./sw.js", document.baseURI).href;

const policy = trustedTypes?.createPolicy("fitment", {
  createScriptURL(url) {
    if (url !== address && url !== service) throw new TypeError(`\`${url}\` is no script of this page`);
    return url;
  },
});

/** The address of the worker, as the browser trusts it. */
export function workerAddress(): string {
  return policy === undefined ? address : policy.createScriptURL(address);
}

/** That of the service worker. */
export function serviceAddress(): string {
  return policy === undefined ? service : policy.createScriptURL(service);
}
