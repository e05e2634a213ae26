/** The origin of an event: a call, the insured by a link, or a scenario of the sandbox; null for time and support. */
export type EventOrigin = "call" | "link" | "scenario";

/** Reads the origin from the id that events store. */
export function originOf(executionId: string | null): EventOrigin | null {
  if (executionId === null) return null;
  if (executionId.startsWith("link_")) return "link";
  return executionId.startsWith("scn_") ? "scenario" : "call";
}
