// Where a document comes in: dropped, pasted, or opened as a file.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { size } from "../format.ts";
import { words } from "../words.ts";

const LARGEST = 32 << 20;

interface DropProps {
  prompt: string;
  /** Whether it takes what is pasted anywhere on the page; one of several cannot know that it is meant. */
  isPasted?: boolean;
  onText?(text: string, name: string): void;
  /** Takes the file itself, of any size. */
  onFile?(file: File): void;
}

export function Drop({ prompt, isPasted = true, onText, onFile }: DropProps) {
  const isOver = useSignal(false);
  const refused = useSignal("");
  const input = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    if (onFile !== undefined) return onFile(file);
    refused.value = file.size > LARGEST ? words.tooLarge(size(file.size)) : "";
    if (file.size <= LARGEST) onText?.(await file.text(), file.name);
  };
  useEffect(() => {
    if (!isPasted) return;
    // What is pasted into a field belongs to the field.
    const paste = (event: ClipboardEvent) => {
      const [target] = event.composedPath() as HTMLElement[];
      if (target?.matches("input, textarea, select, [contenteditable] *, [contenteditable]") === true) return;
      const [file] = event.clipboardData?.files ?? [];
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (file !== undefined) void take(file);
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
        void take(event.dataTransfer?.files[0]);
      }}
    >
      {prompt} <button type="button" class="link" onClick={() => input.current?.click()}>{words.openFile}</button>
      <input type="file" hidden ref={input} aria-label={words.openFile} accept=".yaml,.yml,.json,.jsonl,.log,.txt"
        onChange={({ currentTarget }) => void take(currentTarget.files?.[0])} />
      {refused.value !== "" && <p role="alert">{refused.value}</p>}
    </div>
  );
}
