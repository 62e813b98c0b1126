// The smaller entries of the npm package against the whole one: what they have they answer with the same bytes, what
// they leave out they say. `node tests/npm/entries.mjs PACKAGE`
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const entry = (name) => import(new URL("index.node.js", pathToFileURL(join(process.argv[2], name, "/"))));
const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url)));
const whole = await (await entry("")).start();

// The project's other pages are not in the package: its README leads to none of them.
assert.doesNotMatch(readFileSync(join(process.argv[2], "README.md"), "utf8"), /\]\((?!#|https:)/);

const questions = (fitment) => fitment.ask("fitment/questions").answer.questions.map(({ question }) => question);

const folder = new URL("../vectors/", import.meta.url);
const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith(".json"));
const vectors = files.flatMap((file) => read(new URL(file, folder))).filter(({ question }) => question !== undefined);
const every = new Set(questions(whole));

// What a provider has only the whole build reads: of that alone the others say that they do not. And only the whole
// build judges profiles, and so it alone warns of what is loaded and would be refused; the answer beside it is the same.
const DOUBTS = /^(document-of-another-kind|loaded-document-invalid|merged-profile-stale|profile-is-another)$/;
const ARTIFACTS = new RegExp(`^((artifacts?|provider)-|(flavor-not-in-region|version-mapped-twice)$)|${DOUBTS.source}`);
const besides = (answer, codes) => {
  const { problems, text, ...rest } = JSON.parse(answer);
  return { ...rest, problems: problems.filter(({ code }) => !codes.test(code)) };
};
let unread = 0;
let doubted = 0;

const policies = ["images", "drivers", "traits", "clusters", "providers"];
for (const name of policies) {
  const { about, start } = await entry(name);
  const smaller = await start();
  assert.deepEqual(about().policies, [name, "fitment"]);
  const own = new Set(questions(smaller));
  const codes = new Set(smaller.ask("fitment/codes").answer.codes.map(({ code }) => code));
  let compared = 0;
  for (const { question, edition = [], now, given } of vectors) {
    if (!every.has(question)) continue;
    const request = JSON.stringify({ question, edition: edition[0], now, text: true, given });
    if (own.has(question)) {
      const answer = smaller.askText(request);
      if (answer.includes('"artifacts-not-in-this-build"')) {
        assert.deepEqual(besides(answer, ARTIFACTS), besides(whole.askText(request), ARTIFACTS));
        unread += 1;
      } else {
        const expected = whole.askText(request);
        const { problems } = JSON.parse(expected);
        if (problems.some(({ code }) => DOUBTS.test(code))) {
          assert.deepEqual(besides(answer, DOUBTS), besides(expected, DOUBTS));
          doubted += 1;
        } else {
          assert.equal(answer, expected);
        }
      }
      for (const [, code] of answer.matchAll(/"code":"([^"]+)"/g)) {
        assert.ok(codes.has(code), `fitment/${name} answers \`${code}\`, which it cannot explain`);
      }
      compared += 1;
    } else {
      const { outcome, problems } = JSON.parse(smaller.askText(request));
      assert.deepEqual([outcome, problems[0].code], ["undecided", "question-not-in-this-build"]);
    }
  }
  assert.ok(compared > 25, `${name}: only ${compared} vectors were compared`);
  console.log(`fitment/${name} answers ${compared} vectors as the whole engine does`);
}

assert.ok(doubted > 0 && doubted < 40, `of ${doubted} vectors the whole engine doubts something`);
assert.ok(unread > 0 && unread < 100, `${unread} vectors ask where a provider has artifacts`);

// What only a smaller entry answers is recorded beside the code it shows.
let recorded = 0;
const examples = ["engine/about/examples/engine.json", "policy/images/reasons/fitting.json"];
for (const { entry: name, verb = "ask", request, answer } of examples.flatMap((file) => read(`../../src/${file}`))) {
  if (name === undefined) continue;
  const smaller = await (await entry(name)).start();
  assert.deepEqual(JSON.parse(smaller[`${verb}Text`](request)), answer);
  recorded += 1;
}
assert.equal(recorded, 5);

// Where an entry is named, it has the question.
for (const question of every) {
  for (const name of policies) {
    const smaller = await (await entry(name)).start();
    const { problems } = JSON.parse(smaller.askText(JSON.stringify({ question })));
    const left = problems.find(({ code }) => code === "question-not-in-this-build");
    if (left === undefined) continue;
    const named = left.facts.find((fact) => fact.name === "entry").value;
    const other = await (await entry(named.replace(/^fitment\/?/, ""))).start();
    assert.ok(questions(other).includes(question), `${named} lacks ${question}`);
  }
}
