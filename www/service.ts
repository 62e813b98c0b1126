// Writes the page's service worker: it lists the files of one build, and its name changes with them.
import { createHash } from "node:crypto";
import type { Plugin } from "vite";

const SOURCE = `const name = "fitment-DIGEST";
const files = FILES;
addEventListener("install", (event) => event.waitUntil(caches.open(name).then((cache) => cache.addAll(files))));
addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const other of await caches.keys()) if (other.startsWith("fitment-") && other !== name) await caches.delete(other);
})()));
addEventListener("message", ({ data }) => data === "take over" && skipWaiting());
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(registration.scope)) return;
  const wanted = request.mode === "navigate" ? "./index.html" : request;
  event.respondWith(caches.open(name).then((cache) => cache.match(wanted)).then((found) => found ?? fetch(request)));
});
`;

/** A file that is only needed with a gate. */
const ONLINE = /\bgate-[\w-]+\.wasm$/;

/** Adds a service worker with every file of the build, relative to the page's folder. */
export function service(): Plugin {
  return {
    name: "service",
    apply: "build",
    generateBundle(_, bundle) {
      const files = ["./index.html", ...Object.keys(bundle).filter((name) => name !== "index.html" && !ONLINE.test(name)).sort().map((name) => `./${name}`)];
      const digest = createHash("sha256").update(JSON.stringify(files)).digest("hex").slice(0, 16);
      const source = SOURCE.replace("DIGEST", digest).replace("FILES", JSON.stringify(files));
      this.emitFile({ type: "asset", fileName: "sw.js", source });
    },
  };
}
