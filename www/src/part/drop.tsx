// Takes in a document: dropped, pasted, or opened as a file.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { size } from "../format.ts";
import { words } from "../words.ts";

const LARGEST = 32 << 20;

interface DropProps {
  prompt: string;
  /** Whether it takes text pasted anywhere on the page; with several on a page, none can know that it is meant. */
  isPasted?: boolean;
  /** Whether several files form one text, as consecutive documents. */
  isSeveral?: boolean;
  onText?(text: string, name: string): void;
  /** Takes the file itself, of any size. */
  onFile?(file: File): void;
}

/** The whole text of a file. `File.text` would replace what it cannot decode. */
async function textOf(file: File): Promise<string> {
  return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
}

export function Drop({ prompt, isPasted = true, isSeveral = false, onText, onFile }: DropProps) {
  const isOver = useSignal(false);
  const refused = useSignal("");
  const input = useRef<HTMLInputElement>(null);
  const take = async (files: Iterable<File> | null | undefined) => {
    const [file, ...others] = files ?? [];
    if (file === undefined) return;
    if (onFile !== undefined) return onFile(file);
    const all = isSeveral ? [file, ...others] : [file];
    const bytes = all.reduce((sum, { size }) => sum + size, 0);
    refused.value = bytes > LARGEST ? words.tooLarge(size(bytes)) : "";
    if (bytes > LARGEST) return;
    await Promise.all(all.map(textOf)).then(
      (texts) => onText?.(texts.map((text) => (text.endsWith("\n") || texts.length === 1 ? text : `${text}\n`)).join("---\n"), all.map(({ name }) => name).join(", ")),
      () => (refused.value = words.notUtf8),
    );
  };
  useEffect(() => {
    if (!isPasted) return;
    // Text pasted into a field belongs to the field.
    const paste = (event: ClipboardEvent) => {
      const [target] = event.composedPath() as HTMLElement[];
      if (target?.matches("input, textarea, select, [contenteditable] *, [contenteditable]") === true) return;
      const files = [...(event.clipboardData?.files ?? [])];
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (files.length > 0) void take(files);
      else if (text.trim() !== "") onText?.(text, words.ownDocument);
    };
    addEventListener("paste", paste);
    return () => removeEventListener("paste", paste);
  }, [onText]);
  return (
    <div
      class={`drop${isOver.value ? " over" : ""}`}
      onDragOver={(event) => {
        event.preventDefault();
        isOver.value = true;
      }}
      onDragLeave={() => (isOver.value = false)}
      onDrop={(event) => {
        event.preventDefault();
        isOver.value = false;
        void take(event.dataTransfer?.files);
      }}
    >
      {prompt} <button type="button" class="link" onClick={() => input.current?.click()}>{words.openFile}</button>
      <input type="file" hidden multiple={isSeveral} ref={input} aria-label={words.openFile} accept=".yaml,.yml,.json,.jsonl,.log,.txt"
        onChange={({ currentTarget }) => void take(currentTarget.files)} />
      {refused.value !== "" && <p role="alert">{refused.value}</p>}
    </div>
  );
}
