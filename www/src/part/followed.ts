import { type ReadonlySignal, computed, effect, signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { follow, place } from "../url.ts";

/**
 * The text of a field that is stored in the address, as a signal that does not re-render its component on every key
 * press.
 */
export function useFollowed(key: string): [ReadonlySignal<string>, (text: string) => void] {
  const [text, type, ends] = useMemo(() => {
    const settled = computed(() => place.value.state[key] ?? "");
    const local = signal(settled.peek());
    const end = effect(() => {
      local.value = settled.value;
    });
    const type = (typed: string) => {
      local.value = typed;
      follow({ [key]: typed });
    };
    return [local, type, end] as const;
  }, [key]);
  useEffect(() => ends, [ends]);
  return [text, type];
}
