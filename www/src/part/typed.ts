import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { follow, place } from "../url.ts";

/** The text of a field that is stored in the address: the field changes at once, the address when typing pauses. */
export function useTyped(key: string): [string, (text: string) => void] {
  const local = useSignal<string | undefined>(undefined);
  const settled = place.value.state[key] ?? "";
  useEffect(() => {
    local.value = undefined;
  }, [settled]);
  const type = (text: string) => {
    local.value = text;
    follow({ [key]: text });
  };
  return [local.value ?? settled, type];
}
