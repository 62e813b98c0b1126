// What the page makes of texts: YAML as Kubernetes reads it, JSON untouched, every value at its line, edits in place.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { sources } from "./sources.mjs";

export async function documents() {
  const { commentsOf, editsOf, goneWith, hunksOf, patched, readSource, spliced, spot, Unreadable, written } =
    await sources("document/comments", "document/hunks", "document/patch", "document/read", "document/splice", "document/tree", "document/write");
  const read = (text) => readSource(text).documents.map(({ json }) => json);

  // The command line answers to the same texts, letter by letter: `texts_are_read_as_kubernetes_reads_them`.
  for (const { yaml, json } of JSON.parse(await readFile(new URL("../yaml.json", import.meta.url), "utf8"))) {
    if (json === null) assert.throws(() => read(yaml), Unreadable, yaml);
    else assert.deepEqual(read(yaml), json, yaml);
  }
  for (const refused of ["b: 1\na: 2\nb: 3", "a: !!binary aGk=", "a: 1\n---\n\ufeffb: 1\nc: 2\n"]) {
    assert.throws(() => read(refused), Unreadable, refused);
  }
  let bomb = "a0: &a0 [xxxxxxxxxxxxxxxx]\n";
  for (let level = 1; level < 12; level += 1) bomb += `a${level}: &a${level} [${Array(10).fill(`*a${level - 1}`).join(", ")}]\n`;
  assert.throws(() => read(bomb), Unreadable);
  const keys = Array.from({ length: 2000 }, (_, number) => `k${number}: 1`).join(", ");
  assert.throws(() => read(`x: &x {${keys}}\nz:\n  <<: [${Array(1000).fill("*x").join(", ")}]\n`), /are merged/);
  // What begins a line inside a text is no bracket that closes.
  assert.deepEqual(read("a:\t[1]\nb: |\n  x\n  ]\n"), ['{"a":[1],"b":"x\\n]\\n"}']);
  for (const text of ["a: {\n}\nb: |\n  x\n  ]\n", "a: {\n}\nb: 'x\n\n  ]'\n", "a: {\n}\nb: x\n  ] y\n"]) assert.throws(() => read(text), Unreadable, text);

  // JSON goes to the engine letter by letter, and every value is found at its line.
  const marked = readSource("\ufeffa: 1\nb: 2\n");
  assert.deepEqual([marked.documents[0].root.start, spot(marked, 0, "/b").line], [1, 1]);
  const json = '{"a": 12345678901234567890,\n "b": [1.50, {"c/d": null}]}';
  assert.deepEqual(read(json), [json]);
  assert.equal(spot(readSource(json), 0, "/b/1/c~1d").line, 1);
  for (const name of ["images/cloudprofile.yaml", "changes/cloudprofile.yaml", "providers/upgrade.yaml", "traits/gold-plus-plus.yaml"]) {
    const text = await readFile(new URL(`../../examples/${name}`, import.meta.url), "utf8");
    const source = readSource(text);
    const lines = text.split("\n");
    const walk = (value, pointer) => {
      if (typeof value === "object" && value !== null) {
        for (const [key, member] of Object.entries(value)) walk(member, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`);
        return;
      }
      const { line, exact } = spot(source, 0, pointer);
      assert(exact && lines[line].includes(String(value)), `${name}${pointer} at ${line}: ${lines[line]}`);
    };
    walk(JSON.parse(source.documents[0].json), "");
  }
  const absent = spot(readSource("a:\n  b: 1\n"), 0, "/a/c/d");
  assert.deepEqual(absent, { line: 0, exact: false });

  // Lists stand for their items, each at its lines.
  const pods = "apiVersion: v1\nkind: List\nitems:\n- apiVersion: a/v1\n  kind: A\n  l: [1]\n- null\n- apiVersion: v1\n  kind: BList\n  items:\n  - metadata: {name: b}\n";
  assert.deepEqual(read(pods).map((json) => JSON.parse(json)), [{ apiVersion: "a/v1", kind: "A", l: [1] }, { apiVersion: "v1", kind: "B", metadata: { name: "b" } }]);
  assert.equal(spot(readSource(pods), 0, "/l").line, 5);
  assert.equal(spot(readSource(pods), 1, "/metadata/name").line, 10);
  assert.equal(spliced(pods, 0, [{ op: "add", path: "/l/-", value: 2 }]), pods.replace("[1]", "[1, 2]"));
  // JSON goes on as it is written.
  const item = '{"apiVersion": "v1", "kind": "A", "n": 12345678901234567890}';
  assert.deepEqual(readSource(`{"apiVersion": "v1", "kind": "List", "items": [${item}]}`).documents.map(({ json }) => json), [item]);
  assert.deepEqual(read("apiVersion: v1\nkind: List\nitems: null\n"), []);
  assert.deepEqual(read("apiVersion: v1\nkind: List\nmetadata: {continue: null}\nitems: []\n"), []);
  for (const other of ["kind: List\nitems: [a]\n", "apiVersion: v1\nkind: A\nitems: [{b: 1}]\n"]) assert.equal(read(other).length, 1, other);
  assert.throws(() => read("apiVersion: v1\nkind: List\nmetadata: {continue: abc}\nitems: []\n"), /goes on/);

  // Older YAML takes some letters for ends of lines, and Kubernetes refuses others, where they stand as they are.
  assert.equal(spliced("a: x\n", 0, [{ op: "replace", path: "/a", value: "\x85\u2028\x7f\uffffé" }]), 'a: "\\u0085\\u2028\\u007f\\uffffé"\n');

  // An edit changes what it says and leaves the rest as it is written.
  const add = (path, value) => [{ op: "add", path, value }];
  assert.equal(spliced("l: [a] # why\n", 0, add("/l/-", "b")), "l: [a, b] # why\n");
  assert.equal(spliced("l:\n  - a # why\n  - b\nm: 1\n", 0, add("/l/-", "c")), "l:\n  - a # why\n  - b\n  - c\nm: 1\n");
  assert.equal(spliced('{"l": ["a"]}', 0, add("/l/-", "b")), '{"l": ["a", "b"]}');
  assert.equal(spliced("a: # why\n  b: 1\n", 0, add("/a/c", ["x"])), 'a: # why\n  b: 1\n  c: [x]\n');
  assert.equal(spliced("a: old # why\n", 0, [{ op: "replace", path: "/a", value: "new" }]), "a: new # why\n");
  const remove = (path) => [{ op: "remove", path }];
  assert.equal(spliced("a:\n  b: 1 # why\n  c: [2,\n    3]\nd: 4\n", 0, remove("/a/c")), "a:\n  b: 1 # why\nd: 4\n");
  assert.equal(spliced("a: {b: 1, c: 2}\n", 0, remove("/a/b")), "a: {c: 2}\n");
  assert.equal(spliced("- a: 1\n  b: 2\n", 0, remove("/0/a")), "- b: 2\n");
  assert.equal(spliced("a: # why\n  b:\n  - c\nd: 1", 0, remove("/a/b")), "a: {} # why\nd: 1");
  assert.equal(spliced("a:\n- b: 1\n  # two\n- b: 2 # gone\n# three\n- c: 3\n", 0, remove("/a/1")), "a:\n- b: 1\n  # two\n# three\n- c: 3\n");
  // A comment goes with what it stands above, and moves up to a dash with what stays.
  const told = (text, patch) => [spliced(text, 0, patch), goneWith(editsOf(readSource(text), 0, patch), commentsOf(readSource(text)))];
  const said = "v:\n# all\n- a: 1 # one\n# security:\n# needs UEFI\n- a: 2 # two\n    # more\n# three\n- a: 3\n# apart\n\n- a: 4\n";
  assert.deepEqual(told(said, remove("/v/1")), [
    "v:\n# all\n- a: 1 # one\n# three\n- a: 3\n# apart\n\n- a: 4\n", ["# security:", "# needs UEFI", "# two", "# more"],
  ]);
  assert.deepEqual(told(said, remove("/v/3")), [said.replace("- a: 4\n", ""), []]);
  assert.deepEqual(told(said, remove("/v/0")), [said.replace("- a: 1 # one\n", ""), ["# one"]]);
  const moved = "- # why:\n  # bug 77 -\n  boot: [bios]\n- c: 1\n";
  assert.deepEqual(told(moved.replace("- # why", "- one: [x] # gone\n  # why"), remove("/0/one")), [moved, ["# gone"]]);
  assert.equal(spliced(moved, 0, remove("/0")), "- c: 1\n");
  // New parts are written as those around them, and a value that takes the place of another keeps what both have.
  const list = "l:\n- a: 'x' # why\n  b: [1]\n- a: 2\n";
  assert.equal(spliced(list, 0, [{ op: "replace", path: "/l/0", value: { a: "y", b: [1], c: [{ d: "1.20", e: ["f"] }] } }, ...remove("/l/1")]),
    'l:\n- a: "y" # why\n  b: [1]\n  c:\n  - d: "1.20"\n    e: [f]\n');
  assert.equal(spliced("a:\nb: 1\n", 0, add("/a", [{ c: "1592.2.0" }])), "a:\n  - c: 1592.2.0\nb: 1\n");
  assert.equal(spliced('{\n  "l": [\n    1,\n    2\n  ]\n}\n', 0, [...remove("/l/0"), ...add("/m", { n: [3] })]), '{\n  "l": [\n    2\n  ],\n  "m": {\n    "n": [\n      3\n    ]\n  }\n}\n');
  // A patch as admission answers it.
  const patch = [{ op: "replace", path: "/l/0", value: 9 }, { op: "add", path: "/l/1", value: 8 }, { op: "remove", path: "/l/2" }, { op: "add", path: "/m/a~1b", value: {} }, { op: "remove", path: "/n" }];
  assert.deepEqual(patched({ l: [1, 2], m: {}, n: 1 }, patch), { l: [9, 8], m: { "a/b": {} } });

  // Whatever part goes, the text says what is left; all comments but those of that part stay, and its lines are told.
  for (const name of ["images/cloudprofile.yaml", "real/azure/capabilities.yaml", "real/aws/cloudprofile.yaml", "migrate/cloudprofile.yaml"]) {
    const text = await readFile(new URL(`../../examples/${name}`, import.meta.url), "utf8");
    for (const own of [text, JSON.stringify(JSON.parse(readSource(text).documents[0].json), null, 2)]) {
      const source = readSource(own);
      const comments = commentsOf(source).map(({ text }) => text);
      assert.equal(comments.length, own === text ? text.split("\n").filter((line) => /(^|\s)#/.test(line)).length : 0);
      const walk = (value, pointer) => {
        if (typeof value !== "object" || value === null) return;
        for (const [key, member] of Object.entries(value)) {
          const path = `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
          const after = spliced(own, 0, remove(path));
          assert(after !== undefined, `${name}${path} goes`);
          const edits = editsOf(source, 0, remove(path));
          const left = commentsOf(readSource(after)).map(({ text }) => text);
          assert.deepEqual([...left, ...goneWith(edits, commentsOf(source))].sort(), [...comments].sort(), `${name}${path}`);
          const lines = own.split("\n");
          for (const { before, minus, plus } of hunksOf(own, edits).reverse()) {
            assert.deepEqual(lines.splice(before, minus.length, ...plus), minus);
          }
          assert.equal(lines.join("\n"), after, `${name}${path}`);
          walk(member, path);
        }
      };
      walk(JSON.parse(source.documents[0].json), "");
    }
  }

  // What comes as JSON is written as YAML that says the same, numbers letter by letter.
  for (const name of ["images/cloudprofile.yaml", "changes/cloudprofile.yaml", "real/azure/cloudprofile.yaml"]) {
    const [{ json }] = readSource(await readFile(new URL(`../../examples/${name}`, import.meta.url), "utf8")).documents;
    const yaml = `it:${written(json, readSource(json).documents[0].root)}`;
    assert.equal(readSource(yaml).documents[0].json, `{"it":${json}}`);
  }
  const odd = '{"a":12345678901234567890,"b":[[1.50],{},[],{"on":"yes","c":null}],"1":"#","":" "}';
  assert.equal(read(`it:${written(odd, readSource(odd).documents[0].root)}`)[0], `{"it":${odd}}`);
  assert.equal(spliced("a: &x [1]\nb: *x\n", 0, add("/b/-", 2)), undefined);
}
