// A field that proposes what fits: an editable combobox with a list, which a form takes for one of its own controls.
import { OptionList, make } from "./list.js";
import { named } from "./named.js";
import { deciding, paragraphs } from "./reasons.js";
import { reflect, reflecting, upgraded } from "./reflected.js";
import { settled } from "./settled.js";
import { style } from "./style.js";
import { WORDS } from "./words.js";

// On a server there are no elements; the module can be imported all the same.
const Base = globalThis.HTMLElement ?? class {};

/** What a build leaves out concerns the page's developer, not its user. */
const OF_THE_BUILD = "artifacts-not-in-this-build";

const MOST_WARNINGS = 3;

/**
 * What the elements have in common. One that derives from it says what it lists with `list()`, which gives
 * `{ options, others, problems, fault }` or a promise of it, and why with `reasons(option)`, which gives an envelope or a
 * promise of it. An option has `value`, `name`, `note`, `lifecycle`, `isOffered` and `isBest`; others are not listed.
 */
export class FitmentSelect extends Base {
  static formAssociated = true;

  static observedAttributes = ["required", "placeholder", "show", "aria-label", "aria-labelledby", "aria-describedby", "value"];

  #internals = this.attachInternals?.();
  #catalog;
  #words = WORDS;
  #value = "";
  #options = [];
  #others = [];
  #problems = [];
  #fault = "";
  #reasons = new Map();
  #waiting = new Map();
  /** The question as it stands, the one that was asked last and the one that was answered last, by their numbers. */
  #question = 1;
  #asked = 0;
  #answered = 0;
  #isTouched = false;
  #isSet = false; // The attribute counts until a value is chosen or set.
  #isTyped = false;
  #input;
  #list;
  #warnings;

  constructor() {
    super();
    if (globalThis.document !== undefined) this.#build();
  }

  /** The `Catalog` that is asked, of `fitment`, `fitment/images` or `fitment/worker`. */
  get catalog() { return this.#catalog; }
  set catalog(catalog) {
    if (catalog && typeof catalog.fit !== "function") {
      throw new TypeError("expected a `Catalog` of `fitment`, `fitment/images` or `fitment/worker`, which says why");
    }
    this.#catalog = catalog || undefined;
    this.refresh();
  }

  /** What was chosen; empty where nothing was. It need not be in the list: then the field says so and is not valid. */
  get value() { return this.#value; }
  set value(value) {
    this.#isSet = true;
    this.#put(value);
  }

  /** The words of the element's own; those that are not given stay English. */
  get words() { return this.#words; }
  set words(words) {
    this.#words = { ...WORDS, ...words };
    this.refresh();
  }

  get required() { return this.hasAttribute("required"); }
  set required(required) { this.toggleAttribute("required", Boolean(required)); }
  get disabled() { return this.hasAttribute("disabled"); }
  set disabled(disabled) { this.toggleAttribute("disabled", Boolean(disabled)); }
  /** `offered`, unless it is `why-not`: then what may not be chosen is in the list too, with the reason. */
  get show() { return this.getAttribute("show") === "why-not" ? "why-not" : "offered"; }
  set show(show) { reflect(this, "show", show); }

  get form() { return this.#internals.form; }
  get labels() { return this.#internals.labels; }
  get validity() { return this.#current.#internals.validity; }
  get validationMessage() { return this.#current.#internals.validationMessage; }
  get willValidate() { return this.#internals.willValidate; }
  checkValidity() { return this.#current.#internals.checkValidity(); }
  reportValidity() {
    this.#ask();
    this.#touch();
    return this.#internals.reportValidity();
  }

  /** What is listed, in the order of the engine; nothing while the answer is awaited. */
  get options() { return this.#current.#isPending ? [] : this.#options; }
  /** What was chosen, as it is listed. */
  get selected() { return this.#current.#isPending ? undefined : this.#chosen; }
  /** What the engine says of the question itself, such as of a Kubernetes version that has expired. */
  get problems() { return this.#current.#isPending ? [] : this.#problems; }

  /** Asks again: the catalog is the same and the time has gone on, or a property has changed within. */
  refresh() {
    this.#question += 1;
    this.#validate();
    // Several properties that are set one after another are one question.
    queueMicrotask(() => this.#ask());
  }

  connectedCallback() {
    upgraded(this);
    this.#named();
    this.#input.placeholder = this.placeholder;
    this.refresh();
  }

  disconnectedCallback() { this.#list.close(); }

  attributeChangedCallback(name) {
    if (name === "placeholder") this.#input.placeholder = this.placeholder;
    else if (name.startsWith("aria-")) this.#named();
    else if (name === "required") {
      this.#input.setAttribute("aria-required", String(this.required));
      this.#validate();
    } else if (name === "value") {
      if (!this.#isSet) this.#put(this.getAttribute("value"));
    } else if (name === "show") {
      if (this.#list.isOpen) this.#filter();
    } else {
      this.refresh();
    }
  }

  formResetCallback() {
    this.#isTouched = false;
    this.#isSet = false;
    this.#put(this.getAttribute("value"));
  }

  formDisabledCallback(isDisabled) {
    this.#input.disabled = isDisabled;
    if (isDisabled) this.#list.close();
  }

  formStateRestoreCallback(state) { this.value = state; }

  #build() {
    const root = this.attachShadow({ mode: "open", delegatesFocus: true });
    root.adoptedStyleSheets = [style()];
    const field = make("div", "field");
    this.#input = make("input", "input", {
      type: "text", role: "combobox", autocomplete: "off", spellcheck: "false", autocapitalize: "none",
      "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": "list", "aria-describedby": "warnings",
    });
    field.append(this.#input, make("span", "arrow", { "aria-hidden": "true" }));
    const host = {
      words: () => this.#words,
      known: ({ value }) => this.#reasons.get(value),
      why: (option, then) => this.#why(option, then),
      choose: () => this.#choose(),
    };
    this.#list = new OptionList(host, field, this.#input);
    this.#warnings = make("div", "warnings", { id: "warnings", role: "status" });
    root.append(field, this.#warnings, ...this.#list.elements);
    this.#listen();
  }

  #listen() {
    const input = this.#input;
    const { detail } = this.#list;
    input.addEventListener("input", (event) => {
      event.stopPropagation();
      this.#isTyped = true;
      this.#list.open();
      this.#filter();
    });
    input.addEventListener("change", (event) => event.stopPropagation());
    input.addEventListener("keydown", (event) => this.#onKey(event));
    input.addEventListener("focus", () => this.#named());
    input.addEventListener("blur", ({ relatedTarget }) => relatedTarget === detail || this.#leave());
    input.addEventListener("click", () => this.#list.isOpen || this.#openAll());
    detail.addEventListener("blur", ({ relatedTarget }) => relatedTarget === input || this.#leave());
    detail.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      input.focus();
      this.#list.close();
    });
    this.addEventListener("invalid", () => this.#touch());
  }

  #named() {
    this.#list.label = named(this, this.#input, [...(this.#internals.labels ?? [])], this.#warnings);
  }

  // -- What is asked of the catalog

  get #isPending() { return this.#answered !== this.#question; }

  /** Itself, with its question asked: what can be answered at once is. */
  get #current() {
    this.#ask();
    return this;
  }

  get #chosen() { return this.#options.find(({ value }) => value === this.#value); }

  /** Asks what has not been asked. */
  #ask() {
    const question = this.#question;
    if (this.#asked === question) return;
    this.#asked = question;
    this.#reasons = new Map();
    this.#waiting.clear();
    const take = ({ options, others = [], problems = [], fault = "" }) => {
      // An answer that is older than the question is none.
      if (question !== this.#question) return;
      this.#answered = question;
      this.#options = options;
      this.#others = others;
      this.#problems = problems;
      this.#fault = fault;
      this.#warn();
      this.#validate();
      if (this.#list.isOpen) this.#filter();
    };
    const fail = (error) => take({ options: [], fault: error.message });
    if (this.#catalog === undefined) return take({ options: [], fault: this.#words.noCatalog });
    settled(() => this.list(), take, fail);
  }

  /** Shows what the engine warns of first. */
  #warn() {
    const told = this.#problems.filter(({ level, code }) => level === "warning" && code !== OF_THE_BUILD);
    const shown = make("div");
    shown.append(...paragraphs(told.slice(0, MOST_WARNINGS)));
    // What is the same is not announced again.
    if (shown.textContent !== this.#warnings.textContent) this.#warnings.replaceChildren(...shown.childNodes);
  }

  /** Why an option may be chosen or not, which is asked once. */
  #why(option, then) {
    const { value } = option;
    const known = this.#reasons.get(value);
    if (known !== undefined) return then(known);
    const waiting = this.#waiting.get(value);
    if (waiting !== undefined) return waiting.push(then);
    const reasons = this.#reasons;
    const all = [then];
    this.#waiting.set(value, all);
    const take = (envelope) => {
      // Of an older question, whose answers nobody has any more.
      if (reasons !== this.#reasons) return;
      reasons.set(value, envelope);
      this.#waiting.delete(value);
      for (const then of all) then(envelope);
    };
    settled(() => this.reasons(option), take, (error) => take({ because: [{ says: error.message, because: [] }] }));
  }

  // -- The list

  #openAll() {
    if (this.#input.disabled) return;
    this.#isTyped = false;
    this.#list.open();
    this.#filter();
  }

  /** Shows the options that have all the words that were typed. */
  #filter() {
    const text = this.#isTyped ? this.#input.value.toLowerCase() : "";
    const words = text.split(/\s+/).filter(Boolean);
    const all = this.show === "why-not" ? this.#options : this.#options.filter(({ isOffered }) => isOffered);
    const shown = words.length === 0 ? all : all.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
    const nothing = this.#isPending ? this.#words.pending : this.#fault || this.#words.nothing;
    this.#list.show(shown, { active: this.#first(shown), value: this.#value, total: all.length, nothing });
  }

  /** What is active before an arrow key is pressed: what was chosen, or what was typed, or may be chosen. */
  #first(shown) {
    if (!this.#isTyped) return shown.findIndex(({ value }) => value === this.#value);
    const typed = shown.findIndex(({ name, isOffered }) => isOffered && name === this.#input.value.trim());
    return typed >= 0 ? typed : shown.findIndex(({ isOffered }) => isOffered);
  }

  #put(value) {
    this.#value = value === null || value === undefined ? "" : String(value);
    this.#showValue();
    this.#validate();
    if (this.#list?.isOpen) this.#filter();
  }

  #choose() {
    const { active } = this.#list;
    if (active === undefined || !active.isOffered) return;
    this.#list.close();
    this.#take(active.value);
  }

  #take(value) {
    this.#touch();
    if (value === this.#value) return this.#showValue();
    this.value = value;
    for (const name of ["input", "change"]) this.dispatchEvent(new Event(name, { bubbles: true, composed: true }));
  }

  #showValue() {
    const text = this.#chosen?.name ?? this.#value;
    this.#isTyped = false;
    if (this.#input !== undefined && this.#input.value !== text) this.#input.value = text;
  }

  /** What was typed and not chosen is taken where it names something, else it is given up. */
  #leave() {
    this.#list.close();
    if (this.#isTyped) {
      const text = this.#input.value.trim();
      const named = this.#options.find(({ name, isOffered }) => isOffered && name === text);
      if (text === "" || named !== undefined) this.#take(named?.value ?? "");
    }
    this.#showValue();
    this.#touch();
  }

  #onKey(event) {
    if (event.isComposing || event.ctrlKey || event.metaKey) return;
    const { isOpen } = this.#list;
    if (!(isOpen ? this.#onKeyOpen(event) : this.#onKeyClosed(event))) return;
    event.preventDefault();
    // Escape closes the list or clears the field, and leaves the dialog that the field is in.
    if (isOpen || event.key === "Escape") event.stopPropagation();
  }

  #onKeyClosed({ key, altKey }) {
    if (key === "ArrowDown" || key === "ArrowUp") {
      this.#openAll();
      if (!altKey && this.#list.active === undefined) this.#list.move(key === "ArrowDown" ? 0 : Infinity);
      return true;
    }
    if (key !== "Escape" || (this.#input.value === "" && this.#value === "")) return false;
    this.#input.value = "";
    this.#take("");
    return true;
  }

  #onKeyOpen(event) {
    const { key, altKey } = event;
    if (this.#list.takes(key, event)) return true;
    if (key === "Enter") this.#choose();
    else if (key === "Escape" || (key === "ArrowUp" && altKey)) {
      this.#list.close();
      this.#showValue();
    } else return false;
    return true;
  }

  // -- The form

  #touch() {
    this.#isTouched = true;
    this.#mark();
  }

  #mark() {
    const isInvalid = this.#isTouched && !this.#isPending && !this.#internals.validity.valid;
    this.#internals.states?.[isInvalid ? "add" : "delete"]("user-invalid");
    this.#input.setAttribute("aria-invalid", String(isInvalid));
  }

  #validate() {
    if (this.#internals === undefined) return;
    const value = this.#value;
    const question = this.#question;
    this.#internals.setFormValue(value === "" ? null : value, value);
    const judge = (flags, message) => {
      if (value !== this.#value || question !== this.#question) return;
      this.#internals.setValidity(flags, message, this.#input);
      this.#mark();
    };
    const refuse = (message) => judge({ customError: true }, message || this.#words.refused);
    const chosen = this.#chosen;
    if (value === "") judge(this.required ? { valueMissing: true } : {}, this.required ? this.#words.required : "");
    else if (this.#isPending) refuse(this.#words.pending);
    else if (this.#fault) refuse(this.#fault);
    else if (chosen?.isOffered) judge({}, "");
    else {
      refuse();
      // The engine says what keeps it from being chosen, or that there is no such thing.
      this.#why(chosen ?? this.#others.find((other) => other.value === value) ?? { value }, (envelope) => refuse(deciding(envelope)));
    }
  }
}

reflecting(FitmentSelect, ["name", "placeholder"]);
