// What the page says of itself. Whatever is said about policy comes from the engine.

export const words = {
  skipToInputs: "Skip to the inputs",
  skipToDecision: "Skip to the decision",
  menu: "Menu",
  views: "Views",
  theme: "Theme",
  themes: { system: "System", light: "Light", dark: "Dark" },
  edition: "Edition",
  time: "Time",
  present: "now",
  usePresent: "Use the present",
  copyLink: "Copy link",
  copied: "Copied",
  runsHere: "runs in this page, nothing is sent",
  starting: "Starting the engine",
  stopped: "The engine stopped and was started again.",
  cannotStart: "The engine does not start",
  newVersion: "A new version of this page is here.",
  reload: "Reload",
  working: "Working",
  stop: "Stop",
  stoppedWork: "Stopped. Nothing was changed.",
  unknownKeys: (keys: string) => `The address has parts that this view does not know: ${keys}`,
  hide: "Hide",

  document: "Document",
  profile: "Profile",
  dropProfile: "Drop a CloudProfile here, paste one, or",
  dropOne: "Drop a CloudProfile here, or",
  dropGiven: "Drop YAML or JSON here, paste it, or",
  openFile: "open a file",
  ownDocument: "your document",
  line: (line: number) => `line ${line}`,
  lineName: "line",
  tooLarge: (size: string) => `${size} is over the 32 MiB that the engine reads at once.`,
  tooLargeToEdit: "Over 64 KiB a document is shown here, not edited. Change the file and drop it again.",
  askForSame: (digest: string) => `This link is about a document that is not part of it. Drop the file with the digest ${digest}.`,
  undo: "Undo",
  download: "Download file",
  stale: "The last good answer",

  machineType: "Machine type",
  image: "Image",
  region: "Region",
  any: "any",
  filter: "Filter",
  show: "Show",
  fitsOnly: "fits only",
  fitOf: (fit: number, all: number) => `${fit} of ${all} fit`,
  offered: "offered",
  notOffered: "fits, not offered",
  apart: "does not fit",
  recommended: "To take",
  worker: "Worker",
  copy: "Copy",
  nothingFound: "Nothing matches the filter.",
  clearFilter: "Clear the filter",

  verdict: { yes: "Yes", no: "No", undecided: "Undecided", none: "Answered" },
  fitVerdict: { yes: "Fits", no: "Does not fit", undecided: "Undecided", none: "Answered" },
  reasons: "Reasons",
  warnings: (count: number) => plural(count, "1 warning", `${count} warnings`),
  smallestChange: "Smallest change to the document",
  tryIt: "Try in this page",
  copyPatch: "Copy patch",
  tried: (count: number) => plural(count, "1 edit tried", `${count} edits tried`),
  discard: "Discard",
  moreRows: (count: number) => `${count} more`,
  asText: "As text",
  asJson: "As JSON",
  asMarkdown: "As Markdown",
  question: "Question",
  answer: "Answer",
  asked: "What is asked",
  asCommand: "Copy as command",
  asJavaScript: "Copy as JavaScript",
  means: "Means",
  why: "Why",
  whatToDo: "What to do",
  absent: "not there",
  level: (level: number) => `level ${level}`,

  steps: "Steps",
  waitsFor: (steps: string) => `waits for ${steps}`,
  given: "What it is given",
  required: "required",
  yesWord: "yes",
  noWord: "no",
  emptyList: "none",

  pairs: (pairs: number) => plural(pairs, "1 pair", `${pairs.toLocaleString("en")} pairs`),
  matrixRuns: (rows: number, columns: number) => `${rows} × ${columns}`,
  noPair: "No pair matches the filter.",
  tooMany: "Over 2,000,000 pairs are too many to draw. Filter first.",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  table: "Table",
  picture: "Picture",
  rows: "Machine types",
  columns: "Versions",
  legend: "Legend",
  downloadCsv: "CSV",
  downloadPng: "PNG",
  choosePair: "Choose a pair: click it, or walk to it with the arrow keys.",
  page: (page: number, pages: number) => `${page} of ${pages}`,
  previous: "Previous",
  next: "Next",

  before: "Before",
  after: "After",
  shoots: "Shoots",
  dropShoots: "Drop Shoots here, or",
  nobody: "none",
  figures: { vanish: "pairs lost", appear: "pairs gained", refused: "pools refused", turned: "pools whose maintenance changes" },

  dropLog: "Drop a decision log here, or",
  dropKept: "Drop the documents that were kept beside the log here, or",
  logCommand: "A gate writes one with",
  logOf: (name: string, count: number) => `${name}: ${count.toLocaleString("en")} decisions`,
  badLines: (count: number) => plural(count, "1 line could not be read", `${count} lines could not be read`),
  decisions: (count: number) => plural(count, "1 decision", `${count.toLocaleString("en")} decisions`),
  verdicts: "Verdicts over time",
  latency: "Latency",
  percentiles: (p50: string, p99: string, p999: string) => `p50 ${p50}, p99 ${p99}, p99.9 ${p999}`,
  codes: "Codes",
  decision: "Decision",
  chooseDecision: "Choose a decision in the list.",
  allOfThem: "all",
  replay: "Replay",
  same: "The same answer, byte for byte.",
  otherAnswer: "Another answer than the one in the log.",
  otherRequest: "The request is not the one that was decided.",
  otherEngine: "The log was written by another version of the engine.",
  lacks: {
    request: "The log has no requests. A gate writes them with --log-bodies.",
    documents: "The decision rests on documents. Drop the file that is called",
  },
};

const rules = new Intl.PluralRules("en");

function plural(count: number, one: string, other: string): string {
  return rules.select(count) === "one" ? one : other;
}

/** A size as people read it. */
export function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const [value, unit] = bytes < 1 << 20 ? [bytes / 1024, "KiB"] : [bytes / (1 << 20), "MiB"];
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

/** A moment as people read it, in UTC. */
export function day(moment: string): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return moment;
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" }).format(date);
}

/** How long something took. */
export function duration(microseconds: number): string {
  return microseconds < 1000 ? `${Math.round(microseconds)} µs` : `${(microseconds / 1000).toFixed(microseconds < 10_000 ? 1 : 0)} ms`;
}
