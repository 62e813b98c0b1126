// The npm package behind a pipe: a verb's letter, a length, the request; back come a length and the answer.
import { pathToFileURL } from "node:url";
import { join } from "node:path";

const folder = pathToFileURL(join(process.argv[2], "/"));
const manifest = (await import(new URL("package.json", folder), { with: { type: "json" } })).default;
const { start } = await import(new URL(manifest.exports["."].node, folder));
const fitment = await start();
const verbs = { l: "loadBytes", a: "askBytes", r: "reviewBytes" };

let waiting = Buffer.alloc(0);
for await (const chunk of process.stdin) {
  waiting = Buffer.concat([waiting, chunk]);
  while (waiting.length >= 5) {
    const length = waiting.readUInt32LE(1);
    if (waiting.length < 5 + length) break;
    const verb = verbs[String.fromCharCode(waiting[0])];
    const answer = fitment[verb](waiting.subarray(5, 5 + length));
    waiting = waiting.subarray(5 + length);
    const head = Buffer.alloc(4);
    head.writeUInt32LE(answer.length);
    process.stdout.write(Buffer.concat([head, answer]));
  }
}
