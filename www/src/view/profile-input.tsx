import { give } from "../documents.ts";
import { profiles } from "../examples.ts";
import { Drop } from "../part/drop.tsx";
import { choose, place } from "../url.ts";
import { words } from "../words.ts";
import type { Profile } from "./profile.ts";

/** Which profile it is about: an example, or one that is dropped. */
export function ProfileInput({ held, keys }: { held: Profile; keys: string[] }) {
  const address = place.value.state.doc ?? "";
  const cleared = Object.fromEntries(keys.map((key) => [key, ""]));
  return (
    <div class="tight">
      <div>
        <label for="profile">{words.profile}</label>
        <select id="profile" value={address} onChange={({ currentTarget: { value } }) => choose({ ...cleared, doc: value })}>
          {profiles.map(({ id, title }, place) => <option value={place === 0 ? "" : `ex:${id}`}>{title}</option>)}
          {address !== "" && !address.startsWith("ex:") && <option value={address}>{held.name.value || words.ownDocument}</option>}
        </select>
      </div>
      <Drop prompt={words.dropProfile} onText={(text, name) => void give("doc", text, name, cleared)} />
      {held.missing.value !== undefined && <p class="notice" role="status">{words.askForSame(held.missing.value)}</p>}
    </div>
  );
}
