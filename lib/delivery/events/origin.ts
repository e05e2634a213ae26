/** What made an event: a call, what the insured did by a link, or a scenario of the sandbox; null for what time or support did. */
export type EventOrigin = "call" | "link" | "scenario";

/** Events name what made them by its id. */
export function originOf(executionId: string | null): EventOrigin | null {
  if (executionId === null) return null;
  if (executionId.startsWith("link_")) return "link";
  return executionId.startsWith("scn_") ? "scenario" : "call";
}
