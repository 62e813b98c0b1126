// What the browser keeps for the next visit. A reader may have forbidden it to keep anything; then each visit is the first.

export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Forbidden, or full.
  }
}
