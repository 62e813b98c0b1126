// The page's icons: each conveys by its shape what its colour conveys.

export type Shape = "yes" | "no" | "undecided" | "none" | "warn";

const OUTLINES: Record<Shape, string> = {
  yes: "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm3.6 5.1L7.3 11 4.4 8.2l1-1 1.8 1.7 3.3-3.8Z",
  no: "M2 2h12v12H2Zm3.2 2.2L8 7l2.8-2.8 1 1L9 8l2.8 2.8-1 1L8 9l-2.8 2.8-1-1L7 8 4.2 5.2Z",
  undecided: "M7.2 11h1.6v1.6H7.2ZM5 6a3 3 0 1 1 4.6 2.5c-.6.4-.8.7-.8 1.5H7.2c0-1.5.5-2.1 1.4-2.7A1.4 1.4 0 1 0 6.6 6Z",
  none: "M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z",
  warn: "M8 1.5 15 14H1Zm-.8 4.7v4h1.6v-4Zm0 5v1.5h1.6v-1.5Z",
};

export function Glyph({ shape }: { shape: Shape }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" fill="currentColor" fill-rule="evenodd">
      <path d={OUTLINES[shape]} />
    </svg>
  );
}

export function Chevron() {
  return (
    <svg viewBox="0 0 10 10" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.8">
      <path d="m3 1 4 4-4 4" />
    </svg>
  );
}

export function Logo() {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2">
      <path d="M1 1h14v14H1ZM4 8l3 3 5-6" />
    </svg>
  );
}
