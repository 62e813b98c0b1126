import { useSignal } from "@preact/signals";
import { words } from "../words.ts";

/** A button that copies a text, and says whether it could. */
export function Copy({ what, children, bare }: { what: () => string | Promise<string>; children: string; bare?: boolean }) {
  const said = useSignal("");
  const copy = async ({ currentTarget: button }: { currentTarget: HTMLElement }) => {
    const text = await what();
    // Browsers leave the clipboard out where the page came over plain HTTP from another machine, and a reader may refuse it.
    const isCopied = await navigator.clipboard?.writeText(text).then(() => true, () => false) ?? false;
    said.value = isCopied || copied(text, button) ? words.copied : words.notCopied;
    setTimeout(() => (said.value = ""), 1500);
  };
  return (
    <button type="button" class={bare === true ? "link" : ""} onClick={copy}>
      <span aria-live="polite">{said.value || children}</span>
    </button>
  );
}

/** Copies a text as a reader would who selects it. */
function copied(text: string, button: HTMLElement): boolean {
  const area = Object.assign(document.createElement("textarea"), { className: "unseen", value: text });
  // Beside the button, because nothing outside of an open dialog can be selected.
  button.after(area);
  area.select();
  const isDone = document.execCommand("copy");
  area.remove();
  button.focus();
  return isDone;
}

/** Saves a text as a file. */
export function download(name: string, content: BlobPart, type = "text/plain"): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}
