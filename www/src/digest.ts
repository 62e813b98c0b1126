// The SHA-256 of what the page is given, by which links and decision logs know it again.

/** Returns it in hex digits. */
export async function sha256(content: string | ArrayBuffer): Promise<string> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content);
  // Browsers leave it out where the page came over plain HTTP from another machine.
  const digest = crypto.subtle === undefined ? (await import("./digest-later.ts")).digest(bytes) : new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
