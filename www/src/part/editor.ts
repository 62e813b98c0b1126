// The editor, loaded when it is first used. It is in a shadow root: a strict host refuses its style sheet in the
// document.
import { history, historyKeymap, defaultKeymap } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { HighlightStyle, bracketMatching, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { Annotation, EditorState } from "@codemirror/state";
import { EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** A mistake, with its line counted from 0. */
export interface Mistake {
  line: number;
  says: string;
  level: "error" | "warning";
}

export interface Editor {
  /** Shows a text, unless it is already shown. */
  show(text: string): void;
  mark(mistakes: Mistake[]): void;
  /** Scrolls to a line, counted from 0, and puts the cursor there. */
  jump(line: number): void;
  focus(): void;
  destroy(): void;
}

const look = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--sheet)", fontSize: "13px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "20px" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--sunk)", color: "var(--quiet)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--selection) 50%, transparent)" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-selectionBackground, &.cm-focused .cm-selectionBackground, ::selection": { backgroundColor: "var(--selection) !important" },
  // Replaces images, which a strict host refuses.
  ".cm-lint-marker": { content: "normal", width: "16px", lineHeight: "20px", textAlign: "center", fontWeight: "600" },
  ".cm-lint-marker-error": { content: "normal", color: "var(--no)" },
  ".cm-lint-marker-error::before": { content: '"✕"' },
  ".cm-lint-marker-warning": { content: "normal", color: "var(--warn)" },
  ".cm-lint-marker-warning::before": { content: '"!"' },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--no)" },
  ".cm-lintRange-warning": { backgroundImage: "none", textDecoration: "underline wavy var(--warn)" },
  ".cm-tooltip": { backgroundColor: "var(--sheet)", color: "var(--ink)", border: "1px solid var(--edge)" },
});

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--accent)" },
  { tag: tags.comment, color: "var(--quiet)" },
  { tag: [tags.meta, tags.labelName, tags.typeName], color: "var(--warn)" },
]);

/** Marks a change made by the page, which must not be reported back to it. */
const Outside = Annotation.define<boolean>();

/** Opens an editor in an element. Tab leaves it, so that keyboard users are not trapped. */
export function open(parent: HTMLElement, label: string, text: string, onEdit: (text: string) => void): Editor {
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: "open" });
  const update = EditorView.updateListener.of(({ docChanged, transactions, state }) => {
    if (docChanged && !transactions.some((one) => one.annotation(Outside) === true)) onEdit(state.doc.toString());
  });
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(), history(), highlightActiveLine(), highlightActiveLineGutter(), bracketMatching(), lintGutter(), yaml(), look, update,
        syntaxHighlighting(colours), keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap]),
        EditorState.tabSize.of(2), EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
      ],
    }),
  });
  const start = (line: number) => view.state.doc.line(Math.max(1, Math.min(view.state.doc.lines, line + 1)));
  return {
    show(text) {
      const now = view.state.doc.toString();
      if (now === text) return;
      // The common parts stay, and the cursor with them.
      let from = 0;
      while (from < now.length && now[from] === text[from]) from += 1;
      let rest = 0;
      while (rest < Math.min(now.length, text.length) - from && now.at(-1 - rest) === text.at(-1 - rest)) rest += 1;
      view.dispatch({ changes: { from, to: now.length - rest, insert: text.slice(from, text.length - rest) }, annotations: Outside.of(true) });
    },
    mark(mistakes) {
      const all = mistakes.map(({ line, says, level }): Diagnostic => {
        const { from, to } = start(line);
        return { from, to, severity: level, message: says };
      });
      view.dispatch(setDiagnostics(view.state, all.sort((one, other) => one.from - other.from)));
    },
    jump(line) {
      const { from } = start(line);
      view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}
