// The engine in a worker: what is called here happens there, and each call is a promise.
import { FitmentError, Undecided, unexpected } from "../errors.js";
import { isBytes, isPlain, jsonOf, kind } from "../json.js";
import { documentBytes } from "../options.js";

const freed = new FinalizationRegistry(({ lane, handle }) => lane.tell("free", handle));

/** The worker, with the calls that have not been answered. */
class Lane {
  #worker;
  #waiting = new Map();
  #calls = 0;

  constructor(worker) {
    // A thread of node's that has ended says so no more.
    if (worker.threadId === -1) return;
    this.#worker = worker;
    const answered = ({ id, value, problems, error }) => {
      const { resolve, reject } = this.#waiting.get(id) ?? {};
      this.#waiting.delete(id);
      if (problems !== undefined) Object.defineProperty(value, "problems", { value: problems });
      if (error === undefined) resolve?.(value);
      else reject?.(revived(error));
    };
    const failed = (error) => this.stop(error?.message ?? "the worker does not start");
    const garbled = () => this.stop("its answer could not be read");
    // Workers of browsers are event targets, those of node emitters.
    if (worker.addEventListener !== undefined) {
      worker.addEventListener("message", ({ data }) => answered(data));
      worker.addEventListener("error", failed);
      worker.addEventListener("messageerror", garbled);
    } else {
      worker.on("message", answered);
      worker.on("error", failed);
      worker.on("messageerror", garbled);
      worker.on("exit", (code) => this.stop(`it ended with code ${code}`));
    }
  }

  get isStopped() { return this.#worker === undefined; }

  call(method, handle, ...values) {
    if (this.#worker === undefined) return Promise.reject(stopped());
    const id = (this.#calls += 1);
    return new Promise((resolve, reject) => {
      try {
        this.#worker.postMessage({ id, method, handle, values });
      } catch (cause) {
        throw new FitmentError({ code: "argument-not-understood", says: `found what no worker can be sent: ${cause.message}`, cause });
      }
      this.#waiting.set(id, { resolve, reject });
      // In node it keeps the process from ending as long as there is something to wait for.
      this.#worker.ref?.();
    }).finally(() => this.#waiting.size === 0 && this.#worker?.unref?.());
  }

  /** A call whose answer nobody waits for. */
  tell(method, handle) {
    this.#worker?.postMessage({ id: 0, method, handle, values: [] });
  }

  stop(why) {
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(stopped(why));
    this.#waiting.clear();
  }
}

function stopped(why) {
  const says = why === undefined ? "the worker has been stopped" : `the worker stopped: ${why}`;
  return new FitmentError({ code: "worker-stopped", says, hint: "await start() again" });
}

function revived({ envelope, ...error }) {
  return envelope === undefined ? new FitmentError(error) : new Undecided(envelope, error.says, error.hint);
}

/** Where the arguments of a method stand in its request, if not among what is given. */
const PLACES = {
  ask: [[], ["given"], []],
  review: [["review"], [], []],
  load: [["documents"], []],
  admit: [["given", "shoot"], ["given", "oldShoot"]],
};

/**
 * A value as it crosses: an object as its JSON, so that proxies, classes and `toJSON` are here what they are elsewhere. It
 * stands in the JSON where it will stand in the request, for the sake of what is said of it.
 */
function crossing(value, within) {
  if (typeof value === "function" || typeof value === "symbol") throw unexpected(kind(value), "a value that JSON has");
  if (typeof value !== "object" || value === null || isBytes(value)) return value;
  const at = within ?? (isPlain(value) ? ["given"] : []);
  return { json: jsonOf(at.reduceRight((inner, key) => ({ [key]: inner }), value), "a value that JSON has"), at };
}

/** The lane that catalogs are made in: that of the engine started last. */
let current;

function started() {
  if (current !== undefined) return current;
  throw new FitmentError({ code: "engine-not-started", says: "the engine has not started", hint: "await start() first" });
}

function handled(owner, lane, handle) {
  // As functions, so that frameworks which wrap objects leave them alone.
  owner.call = async (method, ...values) => lane.call(method, handle, ...values.map((value, place) => crossing(value, PLACES[method]?.[place])));
  owner.free = async () => {
    freed.unregister(owner);
    // With the worker went what it held.
    if (!lane.isStopped) await lane.call("free", handle).catch((error) => lane.isStopped || Promise.reject(error));
  };
  freed.register(owner, { lane, handle }, owner);
  return owner;
}

function promised(target, methods, getters) {
  for (const name of methods) {
    target[name] = { [name](...values) { return this.call(name, ...values); } }[name];
  }
  for (const name of getters) {
    Object.defineProperty(target, name, { get() { return this.call(`get ${name}`); } });
  }
  Object.defineProperty(target, "__v_skip", { value: true });
}

/** Only what is made here has a counterpart in the worker. */
const making = Symbol("making");

function made(token, found, expected) {
  if (token !== making) throw unexpected(`\`new ${found}\``, `\`await ${expected}\`: it is made in the worker`);
}

/** The engine with its loaded documents. */
export class Fitment {
  constructor(token) { made(token, "Fitment", "start()"); }

  /** Ends the worker; what has not been answered fails, and so does all that comes after. */
  stop() { this.end(); }
}

promised(Fitment.prototype, ["ask", "review", "load", "askBytes", "reviewBytes", "loadBytes", "askText", "reviewText", "loadText"], []);

/** A CloudProfile, alone or with one of a namespace, compiled once. */
export class Catalog {
  static FITS = 0xffffffff;

  constructor(token) { made(token, "Catalog", "Catalog.from(profile)"); }

  static async from(profile, ...rest) {
    const lane = started();
    return handled(new Catalog(making), lane, await lane.call("Catalog.from", 0, documentBytes(profile), ...rest.map((value) => crossing(value, []))));
  }
}

const METHODS = ["fitting", "offered", "refusals", "active", "classifications", "fit", "explain", "pick", "matrix", "groups"];
promised(Catalog.prototype, [...METHODS, "machineTypes", "images", "regions", "admit"], ["columns", "warnings"]);

/** A worker that is given, or one that is made. */
export function workerOf(given, make) {
  if (given === undefined || given === null) {
    try {
      return { worker: make(), isOwn: true };
    } catch (cause) {
      // Such as a policy of trusted types.
      const hint = "make it yourself of this package's `worker/thread.js`, and give it as `worker`";
      throw new FitmentError({ code: "engine-failed", says: `no worker can be made: ${cause.message}`, hint, cause });
    }
  }
  if (typeof given.postMessage !== "function" || typeof given.terminate !== "function") throw unexpected(kind(given), "a worker");
  return { worker: given, isOwn: false };
}

/** Starts an engine in a worker. */
export async function connect({ worker, isOwn }, source) {
  const lane = new Lane(worker);
  const starting = lane.call("start", 0, source instanceof URL ? source.href : source);
  const handle = await starting.catch((error) => {
    if (isOwn) lane.stop();
    throw error;
  });
  current = lane;
  const fitment = handled(new Fitment(making), lane, handle);
  fitment.end = () => lane.stop();
  return fitment;
}

/** What the engine is. */
export async function about() {
  return started().call("about", 0);
}
