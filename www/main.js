// The page: sends what is written to the engine and shows what comes back. It knows no rule.

const example = `{
  "registeredDrivers": [
    {"name": "k8s_cluster_api_ubuntu",
     "provides": [["vm", "ubuntu", "kubernetes"]]},
    {"name": "k8s_capi_helm_v1",
     "provides": [["vm", "ubuntu", "kubernetes"],
                  ["vm", "flatcar", "kubernetes"]]}
  ],
  "config": {"disabled_drivers": []},
  "request": {"coe": "kubernetes", "server_type": "vm"},
  "image": {"os_distro": "rockylinux"}
}`;

const element = (id) => document.getElementById(id);
const worker = new Worker("worker.js", { type: "module" });
let asked = 0;

worker.onmessage = ({ data: { id, envelope, about, failed } }) => {
  if (failed !== undefined) return stopped(failed);
  // An answer to what was written before the latest key is out of date.
  if (id === asked) show(envelope);
  element("about").textContent = `${about.engine} ${about.version}, running in this page`;
};

worker.onerror = (event) => stopped(event.message ?? "see the console");

function stopped(why) {
  element("verdict").textContent = "stopped";
  element("about").textContent = `the engine does not start: ${why}`;
}

function ask() {
  asked += 1;
  const given = element("given").value;
  // The text goes in as it is written, and first, so that the engine's lines and columns are nearly the writer's.
  const request = `{"given":${given}\n,"question":"drivers/resolve","text":true}`;
  worker.postMessage({ id: asked, request });
}

function show(envelope) {
  const word = envelope.outcome === "decided" ? envelope.verdict : "undecided";
  element("verdict").textContent = word;
  element("verdict").dataset.verdict = word;
  element("question").textContent = envelope.question ?? "drivers/resolve";
  const rows = Object.entries(envelope.answer ?? {});
  element("answer").replaceChildren(...rows.flatMap(([key, value]) => [text("dt", key), text("dd", String(value))]));
  element("because").replaceChildren(...items(envelope.because, 0));
  const problems = envelope.problems.map(({ level, says }) => text("li", `${level}: ${says}`));
  element("problems").replaceChildren(...problems);
}

/** The reasons as items of a list, each followed by those that it rests on. */
function items(reasons, depth) {
  return reasons.flatMap(({ says, because }) => {
    const item = text("li", says);
    item.style.setProperty("--depth", depth);
    return [item, ...items(because, depth + 1)];
  });
}

function text(tag, content) {
  const made = document.createElement(tag);
  made.textContent = content;
  return made;
}

element("given").value = example;
element("given").addEventListener("input", ask);
ask();
