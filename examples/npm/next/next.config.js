import { fileURLToPath } from "node:url";

export default {
  // Files for any static host.
  output: "export",
  // On the server the package reads its wasm from beside itself, so it is left where it is.
  serverExternalPackages: ["fitment"],
  // The profile stands beside this folder.
  turbopack: { root: fileURLToPath(new URL("..", import.meta.url)) },
};
