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
  /** Takes a text; several files form one, as consecutive documents. */
  onText?(text: string, name: string): void;
  /** Takes the file itself, of any size. */
  onFile?(file: File): void;
}

/** The whole text of a file. `File.text` would replace what it cannot decode. */
async function textOf(file: File): Promise<string> {
  return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
}

export function Drop({ prompt, isPasted = true, onText, onFile }: DropProps) {
  const isOver = useSignal(false);
  const refused = useSignal("");
  const input = useRef<HTMLInputElement>(null);
  const take = async (files: Iterable<File> | null | undefined) => {
    const all = [...files ?? []];
    const [file, ...others] = all;
    if (file === undefined) return;
    const names = (some: File[]) => some.map(({ name }) => name).join(", ");
    if (onFile !== undefined) {
      refused.value = others.length > 0 ? `${words.notUsed} ${names(others)}` : "";
      return onFile(file);
    }
    const bytes = all.reduce((sum, { size }) => sum + size, 0);
    refused.value = bytes > LARGEST ? words.tooLarge(size(bytes)) : "";
    if (bytes > LARGEST) return;
    await Promise.all(all.map(textOf)).then(
      // Each begins with its name, by which what is wrong in it can be found.
      (texts) => onText?.(others.length === 0 ? texts.join("") : texts.map((text, at) => `# file ${at + 1} of ${all.length}: ${all[at]?.name}\n${text}${text.endsWith("\n") ? "" : "\n"}`).join("---\n"), names(all)),
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
      <input type="file" hidden multiple={onFile === undefined} ref={input} aria-label={words.openFile} accept=".yaml,.yml,.json,.jsonl,.log,.txt,.conf"
        onChange={({ currentTarget }) => void take(currentTarget.files)} />
      {refused.value !== "" && <p role="alert">{refused.value}</p>}
    </div>
  );
}
