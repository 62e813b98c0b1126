// An edit that the engine proposes: the lines that it changes, and applied only where it is known what becomes of comments.
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
  /** The text that the patch is of. */
  of: string;
  patch: Operation[];
  /** What it comes to, once that is known. */
  preview: Mended | undefined;
  /** What the button says, and what is to be known of it. */
  label: string;
  note?: string;
  /** Whether its lines are shown when they are asked for. */
  isFolded?: boolean;
}

export function Mend({ held, of, patch, preview, label, note, isFolded }: MendProps) {
  const refused = useSignal("");
  const text = held.text.value ?? "";
  const isInPlace = preview?.isInPlace === true && refused.value !== of;
  // What is typed since is not looked over yet.
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

/** The comments that stand in what is taken out. */
export function Gone({ comments }: { comments: string[] }) {
  if (comments.length === 0) return null;
  return (
    <p class="note">
      {later.gone(comments.length)} {comments.slice(0, 5).map((comment) => <><code key={comment}>{comment}</code> </>)}
      {comments.length > 5 && words.moreRows(comments.length - 5)}
    </p>
  );
}

/** Changes a text, unless it is another one by now, and shows it. The focus goes where its button is no more. */
export function take(held: Slot, asked: string, text: string): void {
  if (held.text.peek() !== asked) return;
  retouch(held, text);
  if (place.peek().state.in !== undefined) adjust({ in: "", line: "" });
  document.getElementById("decision")?.focus({ preventScroll: true });
}

/** What patches come to in a text, each in its place. */
export function usePreviews(kind: string, text: string, patches: Operation[][]): Mended[] {
  const found = useSignal<{ of: string; asked: string; all: Mended[] }>({ of: "", asked: "", all: [] });
  const asked = JSON.stringify(patches);
  useEffect(() => {
    if (patches.length === 0) return;
    long.call(kind, "previews", text, patches).then((all) => (found.value = { of: text, asked, all })).catch(unlessOvertaken);
  }, [asked, text]);
  return found.value.asked === asked && found.value.of === text ? found.value.all : [];
}
