// What was asked, to be taken along: as text, as a command, as a script.
import { part } from "../document/json.ts";
import type { Decided, Reason } from "../engine/answers.ts";
import { later } from "../words-later.ts";
import { Copy, download } from "./copy.tsx";

interface RequestProps {
  /** The files that have to be loaded before it can be asked. */
  loads: string[];
  request: string;
  envelope: Decided["envelope"];
}

export function Request({ loads, request, envelope }: RequestProps) {
  const { because, problems, question } = envelope;
  const load = loads.length === 0 ? "" : `--load ${loads.join(" ")} --defaulted `;
  // Without a question it is a review.
  const verb = question === undefined ? "review" : `ask ${question}`;
  const file = question === undefined ? "review.json" : "given.json";
  const command = () => `fitment ${verb} ${load}-f ${file} ${said(request)}-o text`;
  const loading = loads.length === 0 ? "" : `fitment.load(documents, { defaulted: true }); // those of ${loads.join(", ")}\n`;
  const script = () => `import { start } from "fitment";\nconst fitment = await start();\n${loading}console.log(fitment.${question === undefined ? "review" : "ask"}Text(${JSON.stringify(request)}));\n`;
  return (
    <div class="tight">
      <div class="line">
        <Copy what={() => asText(because, 0)}>{later.asText}</Copy>
        <Copy what={() => JSON.stringify({ because, problems }, null, 2)}>{later.asJson}</Copy>
        <Copy what={() => asMarkdown(because, 0)}>{later.asMarkdown}</Copy>
        <Copy what={command}>{later.asCommand}</Copy>
        <button type="button" onClick={() => download(file, givenIn(request), "application/json")}>{file}</button>
        <Copy what={script}>{later.asJavaScript}</Copy>
      </div>
      <pre class="snippet" tabIndex={0}>{request.length > 20_000 ? `${request.slice(0, 20_000)} …` : request}</pre>
    </div>
  );
}

/** What a request asks about, as it is written: the file that the command line takes. */
function givenIn(request: string): string {
  return `${memberOf(request, "given") ?? memberOf(request, "review") ?? request}\n`;
}

/** Returns a member of a request, which a log may have in any order, or none at all if it is no JSON. */
function memberOf(request: string, key: string): string | undefined {
  try {
    return part(request, `/${key}`);
  } catch {
    return undefined;
  }
}

/** The time and edition of a request, as options for the command line. */
function said(request: string): string {
  const [edition, now] = ["edition", "now"].map((key) => JSON.parse(memberOf(request, key) ?? '""'));
  return `${now === "" ? "" : `--now ${now} `}${edition === "" || edition === "design" ? "" : `--edition ${edition} `}`;
}

function asText(reasons: Reason[], depth: number): string {
  return reasons.map(({ says, because }) => `${"  ".repeat(depth)}${says}\n${asText(because, depth + 1)}`).join("");
}

function asMarkdown(reasons: Reason[], depth: number): string {
  return reasons.map(({ says, because }) => `${"  ".repeat(depth)}* ${says}\n${asMarkdown(because, depth + 1)}`).join("");
}
