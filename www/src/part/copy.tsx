import { useSignal } from "@preact/signals";
import { words } from "../words.ts";

/** A button that copies a text and confirms it. */
export function Copy({ what, children, bare }: { what: () => string | Promise<string>; children: string; bare?: boolean }) {
  const done = useSignal(false);
  const copy = async () => {
    await navigator.clipboard.writeText(await what());
    done.value = true;
    setTimeout(() => (done.value = false), 1500);
  };
  return (
    <button type="button" class={bare === true ? "link" : ""} onClick={copy}>
      <span aria-live="polite">{done.value ? words.copied : children}</span>
    </button>
  );
}

/** Saves a text as a file. */
export function download(name: string, content: BlobPart, type = "text/plain"): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}
