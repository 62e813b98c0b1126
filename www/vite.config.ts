import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { service } from "./service.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const packed = here("../target/npm/gate.js");

/** The modules of the first view that other views need as well. */
const SHARED = new RegExp([
  "node_modules/@?preact/",
  "element/row-pool",
  "www/src/(?!\\w+-later)[\\w-]+\\.ts$",
  "www/src/engine/(address|client)\\.ts",
  "www/src/part/(copy|cure|decision|drop|edited|explain|followed|icons|line-height|links|notices|paper|says|tree|verdict)\\.tsx?",
  "www/src/view/(profile|profile-input|registry)\\.tsx?",
].join("|"));

// Every address is relative, so the page works under any path of any host.
export default defineConfig({
  base: "./",
  plugins: [service()],
  resolve: {
    alias: [
      { find: "fitment/element", replacement: here("../src/door/npm/element/index.js") },
      { find: "fitment/row-pool", replacement: here("../src/door/npm/element/row-pool.js") },
      { find: /^fitment\/images$/, replacement: here("../target/npm/images/index.js") },
      // The file that gates run comes from the host crate, which takes minutes to build; the page works without it.
      { find: /^fitment\/gate$/, replacement: existsSync(packed) ? packed : here("src/engine/no-gate.ts") },
      { find: /^fitment$/, replacement: here("../target/npm/index.js") },
    ],
  },
  worker: { format: "es" },
  build: {
    target: "es2022",
    // Keeps `light-dark()` as it is written.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    // A strict host allows no `data:` URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // One file compresses better than several.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "shared", test: SHARED }] } } },
  },
});
