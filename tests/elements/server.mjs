// Serves the package and the pages that test it, under the policy that the documentation promises.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

export const POLICY = [
  "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "connect-src 'self'", "img-src 'self'",
  "worker-src 'self'", "base-uri 'none'", "require-trusted-types-for 'script'",
].join("; ");

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".json": "application/json" };

/**
 * Starts on a free port of the loopback. `roots` maps the first part of a path to a folder, the empty one all that have no
 * other; `made` has files by path.
 */
export async function serve(roots, made = {}, policy = POLICY) {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    const [, first, ...rest] = path.split("/");
    try {
      if (path === "/favicon.ico") return response.writeHead(204).end();
      const file = roots[first] === undefined ? join(roots[""] ?? "/nowhere", path) : join(roots[first], ...rest);
      const body = made[path] ?? (await readFile(file));
      const type = TYPES[extname(path)] ?? "application/octet-stream";
      response.writeHead(200, { "content-type": type, "content-security-policy": policy }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address();
  return { address: `http://127.0.0.1:${port}`, close: () => server.close() };
}

export const here = (path) => fileURLToPath(new URL(path, import.meta.url));
