import type { Month } from "#lib/insurance/statements/rules/months.ts";

/** A number under which a closed statement is filed: its month, and enough of the hash of its entries to tell partners apart. */
export function numberOf(month: Month, sha256: string): string {
  return `${month}-${sha256.slice(0, 8).toUpperCase()}`;
}
