// Tabs for views of one subject, kept in the address.
import { choose } from "../url.ts";

interface TabsProps {
  label: string;
  /** The tabs: each has a key in the address, a name, and how many items it shows. The first is the default. */
  tabs: { key: string; name: string; count?: number }[];
  chosen: string;
  /** Other parts of the address that change along. */
  further?: Record<string, string>;
}

export function Tabs({ label, tabs, chosen, further }: TabsProps) {
  return (
    <div class="line tabs" role="group" aria-label={label}>
      {tabs.map(({ key, name, count }, place) => (
        <button type="button" key={key} aria-pressed={key === chosen} onClick={() => choose({ ...further, tab: place === 0 ? "" : key })}>
          {name}{count !== undefined && count > 0 && <span class="count"> {count.toLocaleString("en")}</span>}
        </button>
      ))}
    </div>
  );
}
