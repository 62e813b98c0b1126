// The page as a visitor meets it. `node tests/page/page.mjs CHROMIUM ADDRESS`; FITMENT_SHOTS=DIR keeps pictures.
import { above } from "./above.mjs";
import { addresses } from "./addresses.mjs";
import { open } from "./browser.mjs";
import { change, findings, migrate } from "./change.mjs";
import { circles } from "./circles.mjs";
import { decisions, strangers } from "./decisions.mjs";
import { documents } from "./documents.mjs";
import { drawings } from "./drawings.mjs";
import { editor } from "./editor.mjs";
import { gate } from "./gate.mjs";
import { given } from "./given.mjs";
import { placeless, ruleless, sentences, sizes } from "./laws.mjs";
import { limits } from "./limits.mjs";
import { links } from "./links.mjs";
import { looks } from "./looks.mjs";
import { matrix } from "./matrix.mjs";
import { offline } from "./offline.mjs";
import { pick } from "./pick.mjs";
import { print } from "./print.mjs";
import { questions } from "./questions.mjs";
import { stale } from "./stale.mjs";
import { views } from "./views.mjs";
import { digests, withheld } from "./withheld.mjs";

const [executablePath, address] = process.argv.slice(2);

await ruleless();
await circles();
await placeless();
await documents();
await addresses();
await digests();
const opened = await open(executablePath, address);
try {
  await pick(opened);
  await gate(opened);
  await matrix(opened);
  await change(opened);
  await findings(opened);
  await migrate(opened);
  await questions(opened);
  await drawings(opened);
  await above(opened);
  await editor(opened);
  await decisions(opened);
  await strangers(opened);
  await limits(opened);
  await given(opened);
  await links(opened);
  await stale(opened);
  await withheld(opened);
  await print(opened);
  await offline(opened);
  await sentences(opened, views);
  const { js, css, worker } = await sizes(opened);
  await looks(opened, views);
  console.log(`the page: ${views.length} views as expected; first view ${js} bytes of JavaScript, ${css} of CSS, worker ${worker}`);
} finally {
  await opened.browser.close();
}
