// What a field opens: the options, of which one is active, and the reasons of that one.
import { Popup } from "./popup.js";
import { deciding, paragraphs } from "./reasons.js";
import { RowPool } from "./row-pool.js";

const ROW = 32;
const TOUCHED_ROW = 44;

/** How long no key has to be pressed before what was found is spoken, and reasons are shown. */
const QUIET = 500;
const SOON = 80;

let lists = 0;

/** Makes an element of the shadow tree, which its class names, also to style sheets outside. */
export function make(name, className, attributes = {}) {
  const element = document.createElement(name);
  element.className = className;
  element.setAttribute("part", className);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** The list of a field. `host` tells it the words and why an option stands as it does, and is told what is clicked. */
export class OptionList {
  #host;
  #input;
  #popup;
  #list;
  #pool;
  #empty;
  #detail;
  #live;
  #shown = [];
  #value = "";
  #active = -1;
  /** Whose reasons are shown. */
  #explained;
  #quiet;
  #soon;

  constructor(host, field, input) {
    this.#host = host;
    this.#input = input;
    const popup = make("div", "popup", { popover: "manual" });
    this.#list = make("div", "list", { id: "list", role: "listbox", tabindex: "-1" });
    this.#empty = make("div", "empty", { hidden: "", dir: "auto" });
    // It may have to be scrolled, so it can be entered.
    this.#detail = make("div", "detail", { id: "detail", role: "group", tabindex: "0", hidden: "" });
    this.#live = make("div", "live", { role: "status" });
    popup.append(this.#list, this.#empty, this.#detail);
    this.elements = [popup, this.#live];
    this.#popup = new Popup(field, popup, () => this.close());
    lists += 1;
    this.#pool = new RowPool(this.#list, {
      rowHeight: matchMedia("(pointer: coarse)").matches ? TOUCHED_ROW : ROW,
      parts: ["mark", "name", "why", "note"],
      role: "option",
      idPrefix: `option-${lists}-`,
      make: ({ element }) => {
        element.classList.add("row");
        element.firstElementChild.setAttribute("aria-hidden", "true");
        // Names are what they are in a page that is read from right to left.
        for (const part of element.children) part.dir = "auto";
      },
    });
    this.#listen();
  }

  get isOpen() { return this.#popup.isOpen; }

  /** What Enter takes. */
  get active() { return this.#shown[this.#active]; }

  /** Where the focus goes from the field without leaving it. */
  get detail() { return this.#detail; }

  set label(name) {
    for (const element of [this.#list, this.#detail]) element.setAttribute("aria-label", name);
  }

  open() {
    if (this.isOpen) return;
    this.#popup.open();
    this.#input.setAttribute("aria-expanded", "true");
  }

  close() {
    clearTimeout(this.#quiet);
    clearTimeout(this.#soon);
    this.#soon = undefined;
    if (!this.isOpen) return;
    this.#popup.close();
    this.#active = -1;
    this.#input.setAttribute("aria-expanded", "false");
    this.#input.removeAttribute("aria-activedescendant");
    this.#detail.hidden = true;
  }

  /** Shows options, with the active one's number, if any is. `nothing` stands there if there are none. */
  show(options, { active, value, total, nothing }) {
    const count = options.length;
    this.#shown = options;
    this.#value = value;
    this.#active = active;
    this.#list.hidden = count === 0;
    this.#empty.hidden = count > 0;
    if (count === 0) this.#empty.textContent = nothing;
    const height = this.#popup.rows(count, this.#pool.rowHeight);
    this.#pool.update({ count, draw: (row, place) => this.#draw(row, place), height });
    this.#pool.show(Math.max(0, active));
    this.#settle();
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => {
      this.#live.textContent = count === 0 ? nothing : this.#host.words().count(count, total);
    }, QUIET);
  }

  /** Whether a key was for the open list. */
  takes(key, { altKey, shiftKey }) {
    const last = this.#shown.length - 1;
    if (key === "ArrowDown") this.move(this.#active >= last ? 0 : this.#active + 1);
    else if (key === "ArrowUp" && !altKey) this.move(this.#active <= 0 ? last : this.#active - 1);
    else if (key === "PageDown") this.move(this.#active + this.#pool.page);
    else if (key === "PageUp") this.move(this.#active - this.#pool.page);
    else if (key === "Home" && !shiftKey) this.move(0);
    else if (key === "End" && !shiftKey) this.move(last);
    else return false;
    return true;
  }

  /** Makes the option of a number the active one, or the nearest that there is. */
  move(place) {
    const last = this.#shown.length - 1;
    if (last < 0) return;
    this.#active = Math.max(0, Math.min(last, place));
    this.#pool.redraw();
    this.#pool.show(this.#active);
    this.#settle();
  }

  #listen() {
    // The focus stays in the field.
    for (const element of [this.#list, this.#empty]) {
      for (const name of ["pointerdown", "mousedown"]) element.addEventListener(name, (event) => event.preventDefault());
    }
    this.#list.addEventListener("click", (event) => {
      const place = this.#pool.placeOf(event.target);
      if (place === undefined) return;
      this.move(place);
      this.#host.choose();
    });
  }

  /** Says which option is active; the reasons follow once no key is pressed. */
  #settle() {
    const { active } = this;
    if (active !== undefined && !active.isOffered) this.#host.why(active, () => this.#pool.redraw());
    const id = active === undefined ? undefined : this.#pool.element(this.#active)?.id;
    // Taken away first, because the element of one row may have drawn another before.
    this.#input.removeAttribute("aria-activedescendant");
    if (id !== undefined) this.#input.setAttribute("aria-activedescendant", id);
    this.#later();
  }

  #later(delay = SOON) {
    clearTimeout(this.#soon);
    this.#soon = setTimeout(() => {
      this.#soon = undefined;
      this.#explainActive();
      this.#explainSeen();
    }, delay);
  }

  #explainActive() {
    const { active } = this;
    this.#detail.hidden = active === undefined;
    if (active === undefined || active === this.#explained) return;
    this.#host.why(active, ({ because }) => {
      if (this.active !== active) return;
      this.#explained = active;
      this.#detail.replaceChildren(...paragraphs(because));
    });
  }

  /** Why not, of each row that is seen: one after the other, so that a key comes between. */
  #explainSeen() {
    const seen = this.#pool.drawn.map((place) => this.#shown[place]);
    const option = seen.find((option) => option !== undefined && this.#isUnexplained(option));
    if (option === undefined) return;
    this.#host.why(option, () => {
      if (!this.isOpen) return;
      this.#pool.redraw();
      this.#later(0);
    });
  }

  #isUnexplained(option) {
    return !option.isOffered && this.#host.known(option) === undefined;
  }

  #draw(row, place) {
    const option = this.#shown[place];
    const { element } = row;
    const isActive = place === this.#active;
    const texts = [option.isOffered ? "✓" : "✕", option.name, this.#why(option), option.note];
    texts.forEach((text, part) => row.text(part, text));
    set(element, "aria-selected", String(option.value === this.#value));
    set(element, "aria-disabled", option.isOffered ? undefined : "true");
    set(element, "aria-posinset", String(place + 1));
    set(element, "aria-setsize", String(this.#shown.length));
    set(element, "aria-describedby", isActive ? "detail" : undefined);
    set(element, "data-active", isActive ? "" : undefined);
    set(element, "data-refused", option.isOffered ? undefined : "");
    set(element, "data-best", option.isBest ? "" : undefined);
    set(element, "data-lifecycle", option.lifecycle);
    if (this.#soon === undefined && this.#isUnexplained(option)) this.#later();
  }

  #why(option) {
    if (option.isBest) return this.#host.words().recommended;
    const known = option.isOffered ? undefined : this.#host.known(option);
    return known === undefined ? "" : deciding(known);
  }
}

function set(element, name, value) {
  if (value === undefined) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
