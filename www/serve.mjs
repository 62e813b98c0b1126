// Serves the page and the npm package beside it, on loopback. `node www/serve.mjs [PORT]`
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const page = new URL("./", import.meta.url);
const engine = new URL("../target/npm/", import.meta.url);
const types = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
  wasm: "application/wasm",
};
// What the page needs and no more: its own files, and compiling wasm.
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, "http://localhost");
  const name = pathname === "/" ? "index.html" : pathname.slice(1);
  // One folder deep and nothing hidden: a name cannot lead out of either folder.
  const [, inEngine, file] = /^(fitment\/)?([\w-]+\.[\w.]+)$/.exec(name) ?? [];
  const type = types[file?.split(".").at(-1)];
  try {
    if (type === undefined) throw new Error("no such file");
    const body = await readFile(fileURLToPath(new URL(file, inEngine ? engine : page)));
    response.writeHead(200, { "content-type": type, "content-security-policy": policy });
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
