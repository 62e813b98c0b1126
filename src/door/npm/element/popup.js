// Where the list stands: under its field, or above it where there is more room, over all else of the page.

const GAP = 4;
const LEAST = 120;
const MOST_ROWS = 10;
const DETAIL = 180;
const MARGIN = 8;

/** Where the page has room, the list is as wide as names and reasons need. */
const WIDTH = 480;

/** What a field opens. */
export class Popup {
  #field;
  #popup;
  #list;
  #place = () => this.#arrange();
  #closed;
  #height = 0;

  /** `closed` is called where the field has gone from the page's view. */
  constructor(field, popup, closed) {
    this.#field = field;
    this.#popup = popup;
    this.#list = popup.firstElementChild;
    this.#closed = closed;
  }

  isOpen = false;

  open() {
    this.isOpen = true;
    this.#popup.showPopover();
    this.#arrange();
    addEventListener("scroll", this.#place, { capture: true, passive: true });
    addEventListener("resize", this.#place, { passive: true });
  }

  close() {
    this.isOpen = false;
    if (this.#popup.matches(":popover-open")) this.#popup.hidePopover();
    removeEventListener("scroll", this.#place, { capture: true });
    removeEventListener("resize", this.#place);
  }

  /** Makes the list as high as so many rows, at most ten of them, and gives that height. */
  rows(count, rowHeight) {
    const height = Math.min(count, MOST_ROWS) * rowHeight;
    if (height !== this.#height) this.#list.style.height = `${height}px`;
    this.#height = height;
    return height;
  }

  #arrange() {
    const field = this.#field.getBoundingClientRect();
    const { innerHeight, innerWidth } = globalThis;
    if (field.bottom < 0 || field.top > innerHeight) return this.#closed();
    const below = innerHeight - field.bottom - 2 * GAP;
    const above = field.top - 2 * GAP;
    const isBelow = below >= Math.min(above, this.#height + DETAIL);
    const width = Math.min(innerWidth - 2 * MARGIN, Math.max(WIDTH, field.width));
    const left = this.#field.matches(":dir(rtl)") ? field.right - width : field.left;
    Object.assign(this.#popup.style, {
      left: `${Math.max(MARGIN, Math.min(left, innerWidth - width - MARGIN))}px`,
      width: `${width}px`,
      maxHeight: `${Math.max(LEAST, isBelow ? below : above)}px`,
      top: isBelow ? `${field.bottom + GAP}px` : "auto",
      bottom: isBelow ? "auto" : `${innerHeight - field.top + GAP}px`,
    });
  }
}
