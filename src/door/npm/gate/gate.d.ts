/** The plain engine, for any host that runs wasm: no imports, bytes in, bytes out. */
export const url: URL;

/** Its SHA-256. A gate that reports the same runs the same engine. */
export const sha256: string;
