/** A sentence of the engine, letter by letter. What stands between backticks is set as code. */
export function Says({ text }: { text: string | undefined }) {
  const parts = (text ?? "").split("`");
  const isPaired = parts.length % 2 === 1;
  return (
    <span data-says>
      {isPaired
        ? parts.map((part, place) =>
            place % 2 === 0 ? part : <code key={place} class={part.length < 32 ? "whole" : ""}><Tick />{part}<Tick /></code>)
        : text}
    </span>
  );
}

/** Seen by nobody and copied along, so that the text stays that of the engine. */
function Tick() {
  return <span class="tick" aria-hidden="true">`</span>;
}
