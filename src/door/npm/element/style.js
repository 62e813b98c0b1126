// How the elements look. Constructed, so that a policy that refuses inline styles has nothing to refuse.

const TEXT = `
:host {
  --ink: var(--fitment-ink, light-dark(#16202b, #e7edf3));
  --quiet: var(--fitment-quiet, light-dark(#51606f, #a3b1bf));
  --sheet: var(--fitment-sheet, light-dark(#ffffff, #182029));
  --sunk: var(--fitment-sunk, light-dark(#eceff3, #0b1016));
  --edge: var(--fitment-edge, light-dark(#7a8896, #6f7f8f));
  --line: var(--fitment-line, light-dark(#d3dae2, #2b3742));
  --accent: var(--fitment-accent, light-dark(#0b5cad, #6cb4f5));
  --selection: var(--fitment-selection, light-dark(#dcebfa, #17334f));
  --yes: var(--fitment-yes, light-dark(#0b6650, #5fd0ae));
  --no: var(--fitment-no, light-dark(#a8330a, #ff9a76));
  --warn: var(--fitment-warn, light-dark(#7a5200, #efc15a));
  --radius: var(--fitment-radius, 4px);
  color-scheme: light dark;
  display: inline-block;
  inline-size: 100%;
  max-inline-size: var(--fitment-width, 28rem);
  font: 400 14px/20px var(--fitment-font, system-ui, sans-serif);
  font-variant-numeric: tabular-nums;
  color: var(--ink);
}
:host([hidden]) { display: none; }
:host([theme="light"]) { color-scheme: light; }
:host([theme="dark"]) { color-scheme: dark; }
* { box-sizing: border-box; }
.field { position: relative; display: flex; align-items: stretch; }
input {
  flex: 1; min-inline-size: 0; block-size: 32px; margin: 0;
  padding-block: 0; padding-inline: 8px 32px;
  font: inherit; font-variant-numeric: inherit; color: inherit; text-overflow: ellipsis;
  background: var(--sheet); border: 1px solid var(--edge); border-radius: var(--radius);
}
input::placeholder { color: var(--quiet); opacity: 1; }
input:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
:host(:state(user-invalid)) input { border-color: var(--no); }
:host(:disabled) input { background: var(--sunk); color: var(--quiet); cursor: not-allowed; }
.arrow {
  position: absolute; inset-block: 0; inset-inline-end: 0; inline-size: 32px;
  display: grid; place-items: center; pointer-events: none; color: var(--quiet);
}
.arrow::before {
  content: ""; inline-size: 7px; block-size: 7px; margin-block-start: -4px;
  border: solid currentColor; border-width: 0 1.5px 1.5px 0; transform: rotate(45deg);
}
.warnings { font-size: 12px; line-height: 16px; color: var(--warn); }
.warnings p { margin: 4px 0 0; overflow-wrap: anywhere; }
.popup {
  container-type: inline-size; position: fixed; inset: auto; margin: 0; padding: 0; overflow: hidden;
  color: inherit; background: var(--sheet); border: 1px solid var(--line); border-radius: 6px;
  box-shadow: 0 4px 16px rgb(0 0 0 / 18%);
}
.popup:popover-open { display: flex; flex-direction: column; }
.list { overflow: auto; overscroll-behavior: contain; scroll-padding: 0; min-block-size: 0; }
.list[hidden] { display: none; }
.empty { padding: 8px; color: var(--quiet); }
.row {
  display: flex; align-items: center; column-gap: 8px; padding-inline: 8px 12px; cursor: default; white-space: nowrap;
}
.row > span { overflow: hidden; text-overflow: ellipsis; }
/* What there is no room for goes in this order: the reason, the note, the name. */
.row .mark { flex: none; inline-size: 20px; }
.row .name { flex: none; max-inline-size: calc(100% - 28px); }
.row .why { flex: 1 1 0; min-inline-size: 0; }
.row .note { flex: 0 1 auto; min-inline-size: 0; }
@container (inline-size < 420px) { .row .why { display: none; } .row .note { margin-inline-start: auto; } }
.row .mark { text-align: center; font-weight: 600; color: var(--yes); }
.row .why { color: var(--quiet); font-size: 12px; line-height: 16px; }
.row .note { color: var(--quiet); font-size: 12px; line-height: 16px; text-align: end; }
.row[data-refused] .name { color: var(--quiet); }
.row[data-refused] .mark { color: var(--no); }
.row[data-lifecycle="deprecated"] .note { color: var(--warn); }
.row[data-best] .name { font-weight: 600; }
.row[aria-selected="true"] { box-shadow: inset 3px 0 0 var(--accent); }
:host(:dir(rtl)) .row[aria-selected="true"] { box-shadow: inset -3px 0 0 var(--accent); }
.row:hover { background: var(--sunk); }
.row[data-active] { background: var(--selection); }
.detail {
  flex: none; max-block-size: 11rem; overflow: auto; padding: 8px 12px;
  border-block-start: 1px solid var(--line); font-size: 12px; line-height: 16px; color: var(--quiet);
}
.detail:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
.detail[hidden] { display: none; }
.detail p { margin: 0; overflow-wrap: anywhere; }
.detail p:first-child { color: var(--ink); }
.detail code { font: 12px/16px var(--fitment-mono, ui-monospace, monospace); color: var(--ink); }
.live { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (pointer: coarse) {
  input { block-size: 44px; font-size: 16px; line-height: 24px; }
}
@media print { :host, :host([theme]) { color-scheme: light; } }
@media (forced-colors: active) {
  .row[data-active] { background: Highlight; color: HighlightText; forced-color-adjust: none; }
  .row[data-active] span { color: inherit; }
}
`;

let sheet;

/** The sheet, shared by all elements of the page. */
export function style() {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(TEXT);
  }
  return sheet;
}
