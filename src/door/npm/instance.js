// What lives in the wasm instance, and what becomes of it when the instance stops.
import { isStarted, restart } from "./engine.js";
import { FitmentError, parts } from "./errors.js";

// Each is { raw, gone }. They are held from here, so that none is collected unseen and freed in an instance it was not
// made in.
const held = new Set();
const collected = new FinalizationRegistry(release);

/** The key of the function that gives what an object has in the instance: frameworks wrap objects, not functions. */
export const inside = "the instance cannot be cloned";

/** Makes something in the instance for an object that is to own it. */
export function hold(owner, make, code) {
  if (!isStarted()) {
    throw new FitmentError({ code: "engine-not-started", says: "the engine has not started", hint: "await start() first" });
  }
  const own = { raw: guarded(make, code), gone: undefined };
  held.add(own);
  collected.register(owner, own, own);
  // Enumerable, so that `structuredClone` fails instead of making an empty object of it.
  Object.defineProperty(owner, inside, { value: () => /* make it again from the profile */ own, enumerable: true });
  return own;
}

/** What an object has in the instance. */
export function raw(owner) {
  const { raw, gone } = owner[inside]();
  if (raw === undefined) throw gone();
  return raw;
}

/** Gives back the memory of what an object has in the instance. Twice is once. */
export function free(owner) {
  const own = owner[inside]();
  collected.unregister(own);
  release(own);
}

function release(own) {
  if (!held.delete(own)) return;
  own.raw.free();
  own.raw = undefined;
  own.gone = freed;
}

/** Calls into the instance, and nothing of the caller's, who may throw as well. After a trap its memory may be anything, so it is replaced by a new one. */
export function guarded(call, code) {
  try {
    return call();
  } catch (error) {
    if (error instanceof FitmentError) throw error;
    // A stack that overflows is a trap by another name.
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) throw renewed(error);
    throw code === undefined ? error : new FitmentError({ code, ...parts(error.message) });
  }
}

function renewed(cause) {
  for (const own of held) {
    collected.unregister(own);
    // Takes it out of the glue's own registry, and leaves the lost memory alone.
    own.raw.__destroy_into_raw();
    own.raw = undefined;
    own.gone = () => stopped(cause);
  }
  held.clear();
  restart();
  return stopped(cause);
}

const freed = () => new FitmentError({ code: "freed", says: "this has been freed", hint: "make another one" });

const stopped = (cause) => new FitmentError({
  code: "engine-stopped",
  says: "the engine stopped and was started anew without what it held",
  hint: "make the catalog or the engine again",
  cause,
});
