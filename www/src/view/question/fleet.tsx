// The providers of a fleet: the version each is to move to, and whether it may.
import { effect, signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { circumstances } from "../../circumstances.ts";
import { type Slot, typed } from "../../documents.ts";
import type { Operation } from "../../document/patch.ts";
import type { Decided, Provider } from "../../engine/answers.ts";
import { live } from "../../engine/client.ts";
import { Decision } from "../../part/decision.tsx";
import { choose, place } from "../../url.ts";
import { words } from "../../words.ts";
import { later } from "../../words-later.ts";
import { unlessOvertaken } from "../profile.ts";

interface Target {
  provider?: string;
  version?: string;
  contract?: string;
}

/** The part of an answer about providers. */
interface Upgrade {
  moves?: { provider: string; from: string; to: string }[];
  blockedBy?: { provider: string }[];
}

/** The target of the upgrade that was asked about, if any. */
function targetOf({ request }: Decided): Target | undefined {
  if (request.length > 1 << 18) return undefined;
  const { given } = JSON.parse(request || "{}") as { given?: { target?: Target } };
  return given?.target;
}

const nameOf = ({ kind, name }: Provider) => `${kind}/${name}`;
const addressOf = (one: Provider) => [nameOf(one), one.namespace].filter((part) => part !== undefined).join("/");

/** Patches that set the target: by changing the previous one, or by writing a new one. */
function patches(provider: string, version: string, before: Target | undefined): Operation[][] {
  const target = { provider, version };
  if (before === undefined) return [[{ op: "add", path: "/target", value: target }]];
  const set = (["provider", "version"] as const).filter((key) => before[key] !== target[key])
    .map((key): Operation => ({ op: before[key] === undefined ? "add" : "replace", path: `/target/${key}`, value: target[key] }));
  const gone: Operation[] = before.contract === undefined ? [] : [{ op: "remove", path: "/target/contract" }];
  return [[...gone, ...set], [{ op: "remove", path: "/target" }, { op: "add", path: "/target", value: target }]];
}

function model(held: Slot) {
  const fleet = signal<{ isOwn: boolean; providers: Provider[] }>({ isOwn: false, providers: [] });
  const guard = signal<Decided | undefined>(undefined);
  const ends = [
    effect(() => {
      const text = held.text.value;
      if (text !== undefined) live.call("providers", "providers", text).then((found) => (fleet.value = found)).catch(unlessOvertaken);
    }),
    effect(() => {
      const text = held.text.value;
      const one = fleet.value.providers.find((provider) => addressOf(provider) === place.value.state.delete);
      if (text === undefined || one === undefined) return void (guard.value = undefined);
      const { kind, name, namespace } = one;
      live.call("guard", "askBeside", "providers/delete", text, ["providers", "workloadClusters"], { delete: { kind, name, namespace } }, circumstances.value)
        .then(({ decided }) => (guard.value = decided)).catch(unlessOvertaken);
    }),
  ];
  return { fleet, guard, end: () => ends.forEach((end) => end()) };
}

interface FleetProps {
  held: Slot;
  decided: Decided;
  /** Whether the question has a target. */
  hasTarget: boolean;
}

export function Fleet({ held, decided, hasTarget }: FleetProps) {
  const made = useMemo(() => model(held), [held]);
  useEffect(() => made.end, [made]);
  const { isOwn, providers } = made.fleet.value;
  const target = hasTarget ? targetOf(decided) : undefined;
  const { moves = [], blockedBy = [] } = (decided.envelope.answer ?? {}) as Upgrade;
  const chosen = place.value.state.delete ?? "";
  const guard = made.guard.value;
  if (providers.length === 0) return null;
  const aim = async (one: Provider, version: string) => {
    for (const patch of patches(nameOf(one), version, target)) {
      const { text } = await live.call("aim", "splice", held.text.value ?? "", patch, ["providers"]);
      if (text !== undefined) return typed(held, text);
    }
  };
  return (
    <section class="card stack" aria-label={later.providers}>
      <h2>{later.providers}</h2>
      <ul class="fleet">
        {providers.map((one) => {
          const [name, address] = [nameOf(one), addressOf(one)];
          const move = moves.find(({ provider }) => provider === name);
          const isTarget = target?.provider === name;
          return (
            <li key={address} class={blockedBy.some(({ provider }) => provider === name) ? "blocking" : ""}>
              <p class="who"><code>{one.kind}/<wbr />{one.name}</code></p>
              <p class="note">{one.version} {one.contract}{move !== undefined && !isTarget && <> → {move.to}</>}</p>
              {hasTarget && isOwn && (
                <select aria-label={later.targetOf(name)} value={isTarget ? target.version : ""} onChange={({ currentTarget }) => void aim(one, currentTarget.value)}>
                  <option value="" disabled={isTarget}>{later.noTarget}</option>
                  {one.available?.map(({ version, contract }) => <option value={version}>{version} {contract}</option>)}
                </select>
              )}
              <button type="button" aria-pressed={chosen === address} onClick={() => choose({ delete: chosen === address ? "" : address })}>{later.mayGo}</button>
            </li>
          );
        })}
      </ul>
      {guard !== undefined && chosen !== "" && (
        <Decision decided={guard} id="guard" links={{ names: { given: later.lineName } }} title={<>{later.mayGo} <code>{chosen}</code></>} names={words.verdict} />
      )}
    </section>
  );
}
