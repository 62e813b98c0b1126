// What stands in place of a matrix whose filters leave no pair.
import { choose } from "../../url.ts";
import { later } from "../../words-later.ts";

export function Nothing() {
  return (
    <p class="line" role="status">
      {later.noPair} <button type="button" onClick={() => choose({ rows: "", cols: "", page: "" })}>{later.clearFilter}</button>
    </p>
  );
}
