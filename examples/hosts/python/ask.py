"""Asks the engine from Python, through its plain exports. DOCUMENTS is a request of `load`, and each line of the input
one of `ask`: python ask.py FITMENT_WASM [DOCUMENTS] < QUESTIONS"""

import sys
import threading

import wasmtime

SECONDS = 10
MEMORY = 256 << 20


class Engine:
    """One instance, for one thread at a time. After an error it is over: make another."""

    def __init__(self, wasm: bytes):
        config = wasmtime.Config()
        config.epoch_interruption = True
        self.engine = wasmtime.Engine(config)
        self.store = wasmtime.Store(self.engine)
        self.store.set_limits(memory_size=MEMORY)
        self.store.set_epoch_deadline(1)
        self.exports = wasmtime.Instance(self.store, wasmtime.Module(self.engine, wasm), []).exports(self.store)

    def call(self, verb: str, request: bytes) -> bytes:
        """Carries out `load`, `ask` or `review`."""
        self.store.set_epoch_deadline(1)
        late = threading.Timer(SECONDS, self.engine.increment_epoch)
        late.start()
        try:
            at = self.exports["fitment_buf"](self.store, len(request))
            if at == 0:
                raise ValueError(f"found {len(request)} bytes, more than any verb reads")
            memory = self.exports["memory"]
            memory.write(self.store, request, at)
            place = self.exports[f"fitment_{verb}"](self.store, at, len(request))
            start = place >> 32 & 0xFFFFFFFF
            return bytes(memory.read(self.store, start, start + (place & 0xFFFFFFFF)))
        finally:
            late.cancel()


def main(wasm: str, documents: str | None = None):
    with open(wasm, "rb") as file:
        engine = Engine(file.read())
    if documents is not None:
        with open(documents, "rb") as file:
            loaded = engine.call("load", file.read())
        if b'"outcome":"decided"' not in loaded:
            sys.exit(f"the documents were refused: {loaded.decode()}")
    for question in sys.stdin.buffer:
        sys.stdout.buffer.write(engine.call("ask", question.rstrip(b"\n")) + b"\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
