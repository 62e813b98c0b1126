// Levels that are consulted in turn, as an answer's schema lists them, with what each says.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Decided } from "../../engine/answers.ts";
import { live } from "../../engine/client.ts";
import { Says, Sentence } from "../../part/says.tsx";
import { type Schema, flat, partOf, spoken } from "../../part/schema.ts";
import { later } from "../../words-later.ts";

interface Level {
  name: string;
  means: string | undefined;
  /** The level's state, and the driver it names. */
  state: string | undefined;
  driver: string | undefined;
  /** What the level says. */
  says: string | undefined;
  isDeciding: boolean;
  /** Its place in the input. */
  path: string | undefined;
}

/** The levels of an answer, if it says which one decided. */
export function levelsOf({ envelope }: Decided, schema: Schema | undefined): Level[] | undefined {
  const { resolvedFrom: deciding, levels = [] } = (envelope.answer ?? {}) as { resolvedFrom?: string; levels?: { level: string; state: string; driver?: string }[] };
  const all = schema?.properties?.resolvedFrom?.oneOf?.filter(({ const: name }) => typeof name === "string");
  if (deciding === undefined || all === undefined) return undefined;
  const reasons = flat(envelope.because);
  return all.map(({ const: name, description }) => {
    const isDeciding = name === deciding;
    const reason = isDeciding ? reasons[0] : reasons.find(({ facts }) => facts.some(({ path }) => memberOf(path) === name));
    const fact = reason?.facts.find(({ path, absent }) => absent !== true && memberOf(path) === name);
    const { state, driver } = levels.find(({ level }) => level === name) ?? {};
    return { name: String(name), means: description, state: spoken(partOf(schema, "levels", "state"), state), driver, says: reason?.says, isDeciding, path: fact?.path };
  });
}

/** The member of the input that a path leads into. */
function memberOf(path: string | undefined): string | undefined {
  return /^(?:\/given)?\/([^/]+)/.exec(path ?? "")?.[1];
}

interface LadderProps {
  levels: Level[];
  text: string | undefined;
  onEdit(text: string): void;
}

export function Ladder({ levels, text, onEdit }: LadderProps) {
  const decided = levels.findIndex(({ isDeciding }) => isDeciding);
  return (
    <section class="card stack" aria-label={later.levels}>
      <h2>{later.levels}</h2>
      <ol class="ladder">
        {levels.map((level, place) => (
          <li key={level.name} class={level.isDeciding ? "deciding" : place > decided ? "below" : ""} aria-current={level.isDeciding ? "true" : undefined}>
            <div>
              <h3 title={level.means}>{level.name}</h3>
              {level.says !== undefined ? <p><Says text={level.says} /></p> : <p class="note"><Sentence text={level.state ?? level.means ?? ""} />{level.driver !== undefined && <>: <code>{level.driver}</code></>}</p>}
            </div>
            {level.isDeciding && level.path !== undefined && text !== undefined && <Without path={level.path} text={text} onEdit={onEdit} />}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A button that removes what a level says, to see the effect. */
function Without({ path, text, onEdit }: { path: string; text: string; onEdit(text: string): void }) {
  const after = useSignal<string | undefined>(undefined);
  const own = path.replace(/^\/given(?=\/)/, "");
  useEffect(() => {
    after.value = undefined;
    live.call("without", "splice", text, [{ op: "remove", path: own }], [memberOf(own) ?? ""]).then((found) => (after.value = found.text)).catch(() => {});
  }, [text, own]);
  if (after.value === undefined) return null;
  return <button type="button" onClick={() => onEdit(after.value ?? text)}>{later.without}</button>;
}
