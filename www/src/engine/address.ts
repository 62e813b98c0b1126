// The one script that may become a worker.
import address from "./worker.ts?worker&url";

interface Policies {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

const { trustedTypes } = globalThis as { trustedTypes?: Policies };

const policy = trustedTypes?.createPolicy("fitment", {
  createScriptURL(url) {
    if (url !== address) throw new TypeError(`\`${url}\` is no script of this page`);
    return url;
  },
});

/** Its address, as the browser trusts it. */
export function workerAddress(): string {
  return policy === undefined ? address : policy.createScriptURL(address);
}
