// The worker's side: does what it is told, one call after the other.

/** Answers the calls that come to a worker. `engine` is what an entry exports, `reply` posts a message. */
export function serve(engine, reply) {
  const objects = new Map();
  let handles = 0;
  const keep = (object) => {
    objects.set((handles += 1), object);
    return handles;
  };
  const calls = {
    start: async (_, source) => keep(await engine.start(source)),
    about: () => engine.about(),
    "Catalog.from": (_, ...documents) => keep(engine.Catalog.from(...documents)),
    free: (handle) => {
      objects.get(handle)?.free();
      objects.delete(handle);
    },
  };
  return async ({ id, method, handle, values }) => {
    try {
      const value = await (calls[method] ?? called(method, objects.get(handle)))(handle, ...values.map(arrived));
      // What stands beside the elements of a list does not cross with it.
      const problems = Array.isArray(value) || ArrayBuffer.isView(value) ? value.problems : undefined;
      if (id !== 0) reply({ id, value, problems }, buffers(value));
    } catch (error) {
      if (id !== 0) reply({ id, error: told(error) });
    }
  };
}

/** A value as it was before it crossed. The module of a wasm crosses as it is. */
function arrived(value) {
  return typeof value?.json === "string" ? value.at.reduce((outer, key) => outer[key], JSON.parse(value.json)) : value;
}

function called(method, object) {
  if (object === undefined) {
    const says = "this has been freed";
    throw Object.assign(new Error(says), { code: "freed", says, hint: "make another one" });
  }
  if (method.startsWith("get ")) return () => object[method.slice(4)];
  return (_, ...values) => object[method](...values);
}

/** What is given away instead of copied. */
function buffers(value) {
  const arrays = ArrayBuffer.isView(value) ? [value] : ArrayBuffer.isView(value?.cells) ? [value.cells] : [];
  return arrays.map(({ buffer }) => buffer);
}

/** An error as a message: of its class nothing crosses. */
function told({ code, says, path, hint, message, envelope }) {
  return { code: code ?? "engine-failed", says: says ?? message, path, hint, envelope };
}
