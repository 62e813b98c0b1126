// A field with a list that is filtered as one types, after the pattern of ARIA for editable comboboxes.
import { useSignal } from "@preact/signals";
import { useEffect, useId, useMemo, useRef } from "preact/hooks";
import { RowPool } from "fitment/row-pool";
import { words } from "../words.ts";

export interface Option {
  name: string;
  about?: string;
  /** Whether it may be taken; refused ones can be looked at. */
  state?: "yes" | "no";
}

interface ComboboxProps {
  label: string;
  options: Option[];
  value: string;
  given?: string;
  onChoose(place: number): void;
}

const ROW = 32;

export function Combobox({ label, options, value, given, onChoose }: ComboboxProps) {
  const id = useId();
  const isOpen = useSignal(false);
  const typed = useSignal<string | undefined>(undefined);
  const active = useSignal(-1);
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const scroll = useRef<HTMLDivElement>(null);
  const pool = useRef<RowPool | undefined>(undefined);

  const wanted = typed.value?.toLowerCase() ?? "";
  const found = useMemo(() => {
    const places = options.map((_, place) => place);
    return wanted === "" ? places : places.filter((place) => options[place]?.name.toLowerCase().includes(wanted) === true);
  }, [options, wanted]);

  useEffect(() => {
    if (!isOpen.value || scroll.current === null) return;
    const made = new RowPool(scroll.current, { rowHeight: ROW, parts: ["glyph", "name", "about"], role: "option", idPrefix: `${id}-` });
    pool.current = made;
    return () => {
      made.destroy();
      pool.current = undefined;
    };
  }, [isOpen.value]);

  useEffect(() => {
    pool.current?.update({
      count: found.length,
      draw(row, place) {
        const option = options[found[place] ?? -1];
        row.text(0, option?.state === "yes" ? "✓" : option?.state === "no" ? "✕" : "");
        row.text(1, option?.name ?? "");
        row.text(2, option?.about ?? "");
        row.element.firstElementChild?.setAttribute("class", `glyph ${option?.state ?? ""}`);
        row.element.classList.toggle("active", place === active.value);
        row.element.ariaSelected = String(place === active.value);
        row.element.ariaDisabled = String(option?.state === "no");
        row.element.ariaSetSize = String(found.length);
        row.element.ariaPosInSet = String(place + 1);
      },
    });
    const shown = pool.current?.element(active.value);
    if (shown === undefined) input.current?.removeAttribute("aria-activedescendant");
    else input.current?.setAttribute("aria-activedescendant", shown.id);
  }, [options, found, active.value, isOpen.value]);

  const open = () => {
    if (isOpen.value) return;
    isOpen.value = true;
    active.value = options.findIndex(({ name }) => name === value);
    requestAnimationFrame(() => pool.current?.show(active.value, "third"));
  };
  const close = () => {
    isOpen.value = false;
    typed.value = undefined;
    active.value = -1;
  };
  const take = (place: number) => {
    const option = found[place];
    if (option === undefined) return;
    close();
    onChoose(option);
  };
  const move = (to: number) => {
    open();
    active.value = Math.max(0, Math.min(found.length - 1, to));
    pool.current?.show(active.value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    const page = pool.current?.page ?? 8;
    if (key === "ArrowDown") move(active.value + 1);
    else if (key === "ArrowUp") move(active.value - 1);
    else if (key === "PageDown") move(active.value + page);
    else if (key === "PageUp") move(active.value - page);
    else if (isOpen.value && key === "Home") move(0);
    else if (isOpen.value && key === "End") move(found.length - 1);
    else if (isOpen.value && key === "Enter") take(active.value < 0 ? 0 : active.value);
    else if (isOpen.value && key === "Escape") close();
    else return;
    event.preventDefault();
  };

  return (
    <div ref={box} onFocusOut={({ relatedTarget }) => box.current?.contains(relatedTarget as Node | null) !== true && close()}>
      <label for={`${id}-input`}>{label}</label>
      <div class="combo">
        <input id={`${id}-input`} ref={input} class="mono" role="combobox" autocomplete="off" spellcheck={false} data-given={given}
          aria-expanded={isOpen.value} aria-controls={`${id}-list`} aria-autocomplete="list"
          value={typed.value ?? value} onClick={open} onKeyDown={onKeyDown}
          onInput={({ currentTarget }) => {
            open();
            typed.value = currentTarget.value;
            active.value = 0;
          }} />
        {isOpen.value && (
          <div class="list">
            <div class="scroll" id={`${id}-list`} role="listbox" aria-label={label} ref={scroll}
              style={{ height: `${Math.min(10, Math.max(1, found.length)) * ROW}px` }}
              onMouseDown={(event) => event.preventDefault()}
              onClick={({ target }) => take(pool.current?.placeOf(target as Node) ?? -1)} />
            {found.length === 0 && <p class="note" role="status">{words.nothingFound}</p>}
          </div>
        )}
      </div>
    </div>
  );
}
