/** A sentence of the engine, verbatim. */
export function Says({ text }: { text: string | undefined }) {
  return <span data-says><Sentence text={text ?? ""} /></span>;
}

/** Sets text between backticks as code. */
export function Sentence({ text }: { text: string }) {
  const parts = text.split("`");
  const isPaired = parts.length % 2 === 1;
  if (!isPaired) return <>{text}</>;
  return <>{parts.map((part, place) => (place % 2 === 0 ? part : <code key={place} class={part.length < 32 ? "whole" : ""}><Tick />{part}<Tick /></code>))}</>;
}

/** Invisible but copied along, so that the copied text is the engine's. */
function Tick() {
  return <span class="tick" aria-hidden="true">`</span>;
}
