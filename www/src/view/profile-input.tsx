import { give, ownTime } from "../documents.ts";
import { profiles } from "../examples.ts";
import { gate } from "../gate.ts";
import { Drop } from "../part/drop.tsx";
import { Absent, Unused } from "../part/notices.tsx";
import { choose, place } from "../url.ts";
import { words } from "../words.ts";
import type { Profile } from "./profile.ts";

/** Chooses the profile: an example, one of the gate's, or a dropped one. */
export function ProfileInput({ held, keys }: { held: Profile; keys: string[] }) {
  const address = place.value.state.doc ?? "";
  const cleared = Object.fromEntries(keys.map((key) => [key, ""]));
  const kept = profilesOfGate();
  return (
    <div class="tight">
      <div>
        <label for="profile">{words.profile}</label>
        <select id="profile" value={address} onChange={({ currentTarget: { value } }) => choose({ ...cleared, ...ownTime("doc"), doc: value })}>
          {profiles.map(({ id, title }, place) => <option value={place === 0 ? "" : `ex:${id}`}>{title}</option>)}
          {kept.length > 0 && <optgroup label={words.gate.profiles}>{kept.map(([value, name]) => <option value={value}>{name}</option>)}</optgroup>}
          {address !== "" && !address.startsWith("ex:") && !kept.some(([value]) => value === address) && <option value={address}>{held.name.value || words.ownDocument}</option>}
        </select>
      </div>
      <Drop prompt={words.dropProfile} onText={(text, name) => void give("doc", text, name, cleared)} />
      <Absent held={held} />
      <Unused all={held.opened.value?.unused} />
    </div>
  );
}

/** The addresses and names of the profiles that the gate decides with. */
function profilesOfGate(): [string, string][] {
  const all = gate.value?.documents.filter(({ kind }) => kind === "CloudProfile") ?? [];
  return all.map(({ kind, name }) => [`gate:${kind}/${name}`, name]);
}
