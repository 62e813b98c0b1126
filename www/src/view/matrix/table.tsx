// The pairs as a table, for screen readers and narrow screens: words in cells, one page at a time.
import { choose } from "../../url.ts";
import { later } from "../../words-later.ts";
import { type Model, wordOf } from "./model.ts";
import { Nothing } from "./nothing.tsx";

const ROWS = 50;
const COLUMNS = 20;

export function Pairs({ made }: { made: Model }) {
  const { columns, rows, shown, state, pair, cells } = made;
  const known = columns.value;
  const labels = made.rowLabels.value;
  if (known === undefined || cells.value === undefined) return null;
  const wide = Math.max(1, Math.ceil(shown.value.length / COLUMNS));
  const pages = wide * Math.max(1, Math.ceil(rows.value.length / ROWS));
  const page = Math.min(pages, Math.max(1, Number(state.value.page ?? 1) || 1));
  const [across, down] = [(page - 1) % wide, Math.floor((page - 1) / wide)];
  const someRows = rows.value.slice(down * ROWS, (down + 1) * ROWS);
  const some = shown.value.slice(across * COLUMNS, (across + 1) * COLUMNS);
  if (someRows.length * some.length === 0) return <Nothing />;
  const turn = (to: number) => choose({ page: to === 1 ? "" : String(to) });
  return (
    <>
      <div class="pairs" tabIndex={0} role="region" aria-label={later.table}>
        <table>
          <thead>
            <tr><td />{some.map((column) => <th scope="col">{known.image[column]} {known.version[column]}</th>)}</tr>
          </thead>
          <tbody>
            {someRows.map((row, place) => (
              <>
              {labels[row] !== undefined && labels[row] !== labels[someRows[place - 1] ?? -1] && <tr><th scope="rowgroup" colSpan={some.length + 1}>{labels[row]}</th></tr>}
              <tr key={row}>
                <th scope="row">{known.machineType[row]}</th>
                {some.map((column) => {
                  const isChosen = pair.value?.row === row && pair.value.column === column;
                  return (
                    <td>
                      <button type="button" class="bare" aria-current={isChosen ? "true" : undefined}
                        onClick={() => choose({ type: known.machineType[row] ?? "", image: known.image[column] ?? "", version: known.version[column] ?? "" })}>
                        {wordOf(made, row, column)}
                      </button>
                    </td>
                  );
                })}
              </tr>
              </>
            ))}
          </tbody>
        </table>
      </div>
      {pages > 1 && (
        <div class="line">
          <button type="button" disabled={page === 1} onClick={() => turn(page - 1)}>{later.previous}</button>
          <span class="note">{later.page(page, pages)}</span>
          <button type="button" disabled={page === pages} onClick={() => turn(page + 1)}>{later.next}</button>
        </div>
      )}
    </>
  );
}
