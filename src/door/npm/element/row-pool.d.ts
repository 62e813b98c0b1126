/** A row of the pool, which draws one place of the list after another. */
export interface Row {
  /** Its element; it has the attribute `part="row"` and the role that was asked for. */
  readonly element: HTMLElement;
  /** The place in the list that it draws. */
  readonly place: number;
  /** Writes the text of one of its parts, by the number of the part. */
  text(part: number, value: string): void;
}

export interface RowPoolOptions {
  /** In pixels, the same for all rows. */
  rowHeight: number;
  /** One to four, each an element with a text, with this name as its class and as its CSS part. */
  parts: string[];
  /** Of each row, such as `option`. */
  role?: string;
  /** Rows get an id made of this and a number. It names the row of the pool, not the place in the list. */
  idPrefix?: string;
  /** Called once for each row that is made, to set what stays the same whatever it draws. */
  make?(row: Row): void;
}

/**
 * A list of any length, of which only what is seen is drawn. The rows are made once; a key press or a scrolled line
 * rewrites their texts, and makes and removes no node.
 *
 * ```js
 * const pool = new RowPool(scroller, { rowHeight: 32, parts: ["name", "note"] });
 * pool.update({ count: nodes.length, draw: (row, place) => {
 *   row.text(0, nodes[place].name);
 *   row.text(1, nodes[place].note);
 * } });
 * ```
 */
export class RowPool {
  /** The scrolling element has a height and `overflow: auto`; rows are put into it, beside what it has. */
  constructor(scroller: HTMLElement, options: RowPoolOptions);
  /**
   * Takes another list: how many rows it has, and what draws one. All that is seen is drawn anew. `height` is that of the
   * scrolling element, where it is known before the browser has laid it out.
   */
  update(list: { count: number; draw(row: Row, place: number): void; height?: number }): void;
  /** Draws what is seen anew: the list is the same, and what stands in its rows has changed. */
  redraw(): void;
  readonly count: number;
  /** May be changed, such as for a touch screen. What came first still does. */
  rowHeight: number;
  /** How many rows are seen whole, which is what a page key skips. */
  readonly page: number;
  /** Scrolls until a row is seen, no further than it takes, or so that it stands in the upper third. */
  show(place: number, where?: "nearest" | "third"): void;
  /** The places that are drawn, in no order. */
  readonly drawn: number[];
  /** The element of a row, if it is drawn. */
  element(place: number): HTMLElement | undefined;
  /** The row that a node, such as the target of an event, belongs to. */
  placeOf(node: Node): number | undefined;
  /** Takes the rows out of the scrolling element. */
  destroy(): void;
}
