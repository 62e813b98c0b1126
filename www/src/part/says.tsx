/** A sentence of the engine, letter by letter. */
export function Says({ text }: { text: string | undefined }) {
  return <span data-says><Sentence text={text ?? ""} /></span>;
}

/** What stands between backticks is set as code. */
export function Sentence({ text }: { text: string }) {
  const parts = text.split("`");
  const isPaired = parts.length % 2 === 1;
  if (!isPaired) return <>{text}</>;
  return <>{parts.map((part, place) => (place % 2 === 0 ? part : <code key={place} class={part.length < 32 ? "whole" : ""}><Tick />{part}<Tick /></code>))}</>;
}

/** Seen by nobody and copied along, so that the text stays that of the engine. */
function Tick() {
  return <span class="tick" aria-hidden="true">`</span>;
}
