// The engine, off the page's thread.
import { about, start } from "./fitment/index.js";

const ready = start();

// A rejected promise is no error event, so the page would wait for ever.
ready.catch((error) => postMessage({ failed: error.message }));

onmessage = async ({ data: { id, request } }) => {
  const fitment = await ready.catch(() => null);
  if (fitment === null) return;
  const envelope = JSON.parse(fitment.askText(request));
  // A request that could not be read cannot have asked for English.
  if (envelope.text === undefined) {
    const { because, problems } = envelope;
    Object.assign(envelope, fitment.ask("fitment/words", { because, problems }).answer);
  }
  postMessage({ id, envelope, about: about() });
};
