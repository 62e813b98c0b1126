// Serves the built page on loopback, with the headers of a strict host. `node www/serve.mjs [PORT]`
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const built = new URL("./dist/", import.meta.url);
const types = {
  // Says that there is no gate here. A gate answers this path itself.
  about: "application/json",
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
  wasm: "application/wasm",
  yaml: "application/yaml; charset=utf-8",
};
// Permits only what the page needs: its own files, compiling wasm, and one script as a worker. `fitment serve` sends
// the same headers.
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types fitment",
].join("; ");

const server = createServer(async (request, response) => {
  const [path] = request.url.split("?");
  // One folder deep and no hidden files, so a name cannot escape the folder.
  const [name] = /^(?:assets\/)?[\w-]+(?:\.[\w.]+)?$/.exec(path === "/" ? "index.html" : path.slice(1)) ?? [];
  const type = types[name?.split(".").at(-1)];
  try {
    if (type === undefined) throw new Error("no such file");
    const body = await readFile(fileURLToPath(new URL(name, built)));
    const kept = name.startsWith("assets/") ? "max-age=31536000, immutable" : "no-cache";
    response.writeHead(200, {
      "content-type": type,
      "content-security-policy": policy,
      "cache-control": kept,
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    });
    response.end(body);
  } catch {
    response.writeHead(404, { "content-type": "text/plain; charset=utf-8" });
    response.end("not found\n");
  }
});

server.on("error", (error) => {
  console.error(`error: ${error.message}`);
  process.exit(1);
});
server.listen(Number(process.argv[2] ?? 8080), "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port}/`);
});
