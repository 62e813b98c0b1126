// What stands in place of a matrix without a pair.
import { choose, place } from "../../url.ts";
import { later } from "../../words-later.ts";

export function Nothing() {
  const { rows, cols } = place.value.state;
  if (rows === undefined && cols === undefined) return <p class="note" role="status">{later.noPairs}</p>;
  return (
    <p class="line" role="status">
      {later.noPair} <button type="button" onClick={() => choose({ rows: "", cols: "", page: "" })}>{later.clearFilter}</button>
    </p>
  );
}
