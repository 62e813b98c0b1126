// A list of any length, of which only what is seen is drawn. The rows are made once; a key press or a scrolled line
// rewrites their texts, and makes and removes no node.

/** More than this many pixels browsers do not scroll through; a longer list is scrolled in proportion. */
const TALLEST = 8_000_000;

/** Rows drawn above and below what is seen, so that a scrolled line is there when it comes into sight. */
const BEYOND = 4;

const MOST_PARTS = 4;

/** Draws the rows of a list into a scrolling element. */
export class RowPool {
  #scroller;
  #sizer;
  #observer;
  #rowHeight;
  #options;
  #rows = [];
  #count = 0;
  #draw;
  #viewport = 0;
  // Kept, because reading it from the element would have the browser lay out what was just written.
  #scrolled = 0;

  constructor(scroller, { rowHeight, parts, role, idPrefix, make } = {}) {
    if (!(rowHeight > 0)) throw new TypeError(`found the row height ${rowHeight}, expected a number of pixels`);
    if (!Array.isArray(parts) || parts.length === 0 || parts.length > MOST_PARTS) {
      throw new TypeError(`expected the names of one to ${MOST_PARTS} parts of a row`);
    }
    this.#scroller = scroller;
    this.#rowHeight = rowHeight;
    this.#options = { parts, role, idPrefix, make };
    this.#sizer = scroller.ownerDocument.createElement("div");
    if (role !== undefined) this.#sizer.setAttribute("role", "presentation");
    Object.assign(this.#sizer.style, { position: "relative", overflow: "hidden" });
    scroller.append(this.#sizer);
    scroller.addEventListener("scroll", this.#onScroll, { passive: true });
    this.#observer = new ResizeObserver(([{ contentRect }]) => this.#resized(contentRect.height));
    this.#observer.observe(scroller);
  }

  /**
   * Takes another list: how many rows it has, and what draws one. All that is seen is drawn anew. `height` is that of the
   * scrolling element, where it is known before the browser has laid it out.
   */
  update({ count, draw, height }) {
    this.#draw = draw;
    if (height !== undefined) this.#resized(height);
    if (count !== this.#count) {
      this.#count = count;
      this.#measure();
    }
    this.redraw();
  }

  /** Draws what is seen anew: the list is the same, and what stands in its rows has changed. */
  redraw() {
    for (const row of this.#rows) row.place = -1;
    this.#arrange();
  }

  get count() { return this.#count; }

  get rowHeight() { return this.#rowHeight; }

  /** Of all rows, such as for a touch screen. What came first still does. */
  set rowHeight(pixels) {
    if (pixels === this.#rowHeight) return;
    const first = this.#first();
    this.#rowHeight = pixels;
    for (const { element } of this.#rows) element.style.height = `${pixels}px`;
    this.#measure();
    this.#fill();
    this.#scrollTo(this.#offset(first));
    this.redraw();
  }

  /** How many rows are seen whole, which is what a page key skips. */
  get page() { return Math.max(1, Math.floor(this.#viewport / this.#rowHeight)); }

  /** Scrolls until a row is seen, no further than it takes, or so that it stands in the upper third. */
  show(place, where = "nearest") {
    if (!(place >= 0 && place < this.#count)) return;
    const first = this.#first();
    if (where === "third") this.#scrollTo(this.#offset(Math.max(0, place - Math.floor(this.page / 3))));
    else if (place <= first) this.#scrollTo(this.#offset(place));
    else if (place >= first + this.page) this.#scrollTo(this.#offset(place - this.page + 1, this.#viewport % this.#rowHeight));
    this.#arrange();
  }

  /** The places that are drawn, in no order. */
  get drawn() { return this.#rows.map(({ place }) => place).filter((place) => place >= 0); }

  /** The element of a row, if it is drawn. */
  element(place) {
    return this.#rows.find((row) => row.place === place)?.element;
  }

  /** The row that a node, such as the target of an event, belongs to. */
  placeOf(node) {
    const place = this.#rows.find(({ element }) => element.contains(node))?.place;
    return place === -1 ? undefined : place;
  }

  /** Takes the rows out of the scrolling element. */
  destroy() {
    this.#observer.disconnect();
    this.#scroller.removeEventListener("scroll", this.#onScroll);
    this.#sizer.remove();
    this.#rows = [];
  }

  #onScroll = () => {
    this.#scrolled = this.#scroller.scrollTop;
    this.#arrange();
  };

  #resized(height) {
    if (height === this.#viewport) return;
    // A list that was hidden begins at its start again.
    if (height === 0) this.#scrolled = 0;
    this.#viewport = height;
    this.#fill();
    this.#arrange();
  }

  #scrollTo(top) {
    // Scrolling to where it is would have the browser lay out what was just written.
    if (top === this.#scrolled) return;
    this.#scroller.scrollTop = top;
    this.#scrolled = this.#clamped(top);
  }

  #measure() {
    this.#sizer.style.height = `${this.#height}px`;
    this.#scrolled = this.#clamped(this.#scrolled);
  }

  /** Makes the rows that the height of the list needs. They are never fewer again. */
  #fill() {
    const needed = this.#viewport === 0 ? 0 : Math.ceil(this.#viewport / this.#rowHeight) + 1 + 2 * BEYOND;
    if (this.#rows.length >= needed) return;
    while (this.#rows.length < needed) this.#rows.push(this.#make(this.#rows.length));
    for (const row of this.#rows) row.place = -1;
  }

  #make(number) {
    const { parts, role, idPrefix, make } = this.#options;
    const { ownerDocument } = this.#scroller;
    const element = ownerDocument.createElement("div");
    element.setAttribute("part", "row");
    if (role !== undefined) element.setAttribute("role", role);
    if (idPrefix !== undefined) element.id = `${idPrefix}${number}`;
    const height = `${this.#rowHeight}px`;
    Object.assign(element.style, { position: "absolute", insetInline: "0", top: "0", height, contain: "strict", display: "none" });
    const texts = parts.map((part) => {
      const span = ownerDocument.createElement("span");
      span.setAttribute("part", part);
      span.className = part;
      element.append(span);
      return span.appendChild(ownerDocument.createTextNode(""));
    });
    this.#sizer.append(element);
    const row = { element, place: -1, shown: false, apart: 0, text: (part, value) => {
      if (texts[part].data !== value) texts[part].data = value;
    } };
    make?.(row);
    return row;
  }

  /** Gives the rows the places that are seen or nearly so, and draws those that had another. */
  #arrange() {
    const { length } = this.#rows;
    if (this.#draw === undefined || length === 0) return;
    const seen = this.#first();
    const first = Math.max(0, Math.min(seen - BEYOND, this.#count - length));
    // Scrolled in proportion, the rows stand by the one that is seen first; else each stands where it always does.
    const apart = this.#isProportional ? this.#scrolled - seen * this.#rowHeight : 0;
    for (let place = first; place < first + length; place += 1) {
      const row = this.#rows[place % length];
      const shown = place < this.#count;
      if (row.shown !== shown) row.element.style.display = shown ? "" : "none";
      row.shown = shown;
      if (shown && (row.place !== place || row.apart !== apart)) {
        row.element.style.transform = `translateY(${place * this.#rowHeight + apart}px)`;
        row.apart = apart;
      }
      const drawn = row.place;
      row.place = shown ? place : -1;
      if (shown && drawn !== place) this.#draw(row, place);
    }
  }

  get #whole() { return this.#count * this.#rowHeight; }

  get #height() { return Math.min(TALLEST, this.#whole); }

  get #isProportional() { return this.#whole > TALLEST; }

  /** The last row that can come first. */
  get #lastFirst() { return Math.max(1, this.#count - this.page); }

  #clamped(top) {
    return Math.max(0, Math.min(top, this.#height - this.#viewport));
  }

  /** The row that comes first at this scroll position. */
  #first() {
    if (!this.#isProportional) return Math.floor(this.#scrolled / this.#rowHeight);
    return Math.round((this.#scrolled / (this.#height - this.#viewport)) * this.#lastFirst);
  }

  /** The scroll position at which a row comes first, with so much of it out of sight. */
  #offset(place, hidden = 0) {
    if (!this.#isProportional) return this.#clamped(place * this.#rowHeight - hidden);
    return (Math.min(place, this.#lastFirst) / this.#lastFirst) * (this.#height - this.#viewport);
  }
}
