// An edit that the engine proposes: the lines it changes, applied in place only if the effect on comments is known.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Operation } from "../../document/patch.ts";
import type { Slot } from "../../documents.ts";
import type { Mended } from "../../engine/answers.ts";
import { long } from "../../engine/client.ts";
import { retouch } from "../../part/edited.tsx";
import { Hunks } from "../../part/hunks.tsx";
import { adjust, place } from "../../url.ts";
import { words } from "../../words.ts";
import { later } from "../../words-later.ts";
import { unlessOvertaken } from "../profile.ts";

interface MendProps {
  held: Slot;
  /** The text that the patch applies to. */
  of: string;
  patch: Operation[];
  /** The effect of the patch, once it is known. */
  preview: Mended | undefined;
  /** The button's label, and a remark. */
  label: string;
  note?: string;
  /** Whether its lines are collapsed at first. */
  isFolded?: boolean;
}

export function Mend({ held, of, patch, preview, label, note, isFolded }: MendProps) {
  const refused = useSignal("");
  const text = held.text.value ?? "";
  const isInPlace = preview?.isInPlace === true && refused.value !== of;
  // Text typed since then has not been examined yet.
  const isReady = preview !== undefined && text === of;
  const apply = async () => {
    const { isInPlace, text: after } = await long.call("mend", "mended", of, patch);
    if (!isInPlace) refused.value = of;
    if (after !== undefined) take(held, of, after);
  };
  const anew = async () => take(held, of, (await long.call("mend", "anew", of, patch)).text);
  const lines = preview !== undefined && preview.hunks.length > 0 && <Hunks hunks={preview.hunks} label={later.preview} />;
  return (
    <>
      {isInPlace && (isFolded === true ? <details><summary>{later.preview}</summary>{lines}</details> : lines)}
      {isInPlace && <Gone comments={preview.gone} />}
      {preview !== undefined && !isInPlace && <p class="note" role="status">{later.notInPlace}</p>}
      <div class="line">
        {preview !== undefined && !isInPlace
          ? <button type="button" disabled={!isReady} onClick={() => void anew().catch(unlessOvertaken)}>{later.applyAnew}</button>
          : <button type="button" disabled={!isReady} onClick={() => void apply().catch(unlessOvertaken)}>{label}</button>}
        {note !== undefined && <span class="note">{note}</span>}
      </div>
    </>
  );
}

/** The comments that are removed. */
export function Gone({ comments }: { comments: string[] }) {
  if (comments.length === 0) return null;
  return (
    <p class="note">
      {later.gone(comments.length)} {comments.slice(0, 5).map((comment) => <><code key={comment}>{comment}</code> </>)}
      {comments.length > 5 && words.moreRows(comments.length - 5)}
    </p>
  );
}

/** Replaces a text, unless it has changed meanwhile, and shows it. Moves the focus, since its button may be gone. */
export function take(held: Slot, asked: string, text: string): void {
  if (held.text.peek() !== asked) return;
  retouch(held, text);
  if (place.peek().state.in !== undefined) adjust({ in: "", line: "" });
  document.getElementById("decision")?.focus({ preventScroll: true });
}

/** The effects of patches on a text, in their order. */
export function usePreviews(kind: string, text: string, patches: Operation[][]): Mended[] {
  const found = useSignal<{ of: string; asked: string; all: Mended[] }>({ of: "", asked: "", all: [] });
  const asked = JSON.stringify(patches);
  useEffect(() => {
    if (patches.length === 0) return;
    long.call(kind, "previews", text, patches).then((all) => (found.value = { of: text, asked, all })).catch(unlessOvertaken);
  }, [asked, text]);
  return found.value.asked === asked && found.value.of === text ? found.value.all : [];
}
