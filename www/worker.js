// The engine, off the page's thread.
import { about, start } from "./fitment/index.js";

const ready = start();

onmessage = async ({ data: { id, request } }) => {
  const fitment = await ready;
  const envelope = JSON.parse(fitment.askText(request));
  // A request that could not be read cannot have asked for English.
  const { because, problems } = envelope;
  envelope.text ??= fitment.ask("fitment/words", { because, problems }).answer.text;
  postMessage({ id, envelope, about: about() });
};
