import type { storedSources } from "#db/schema/enums.ts";

/** Other callers with a partner's key: the portal for a person, or an assistant by /mcp. Figures leave their calls out. */
export const markedSources = ["try_it", "recipe", "assistant"] as const satisfies readonly MarkedSource[];

export type MarkedSource = (typeof storedSources)[number];

/** The sources of a call: the partner's own system, its command line, or one of these. No zod here, since the browser loads it. */
export const callSources = ["system", "command_line", ...markedSources] as const;

export type CallSource = (typeof callSources)[number];

/** The sources of calls that are in figures, as a filter of the call log. */
export const countedSources = ["system", "command_line"] as const satisfies readonly CallSource[];

/** Reads a `user-agent` (clients/typescript/src/cli). A caller's own claim must hide nothing from figures or from the use of a key. */
export function sourceOfAgent(userAgent: string | null): MarkedSource | undefined {
  return userAgent?.startsWith("covergate-cli/") === true ? "command_line" : undefined;
}
