/** Who else makes calls with a partner's key: the portal for a person, or an assistant by /mcp. They are marked, and count in no figure. */
export const markedSources = ["try_it", "recipe", "assistant"] as const;
export type MarkedSource = (typeof markedSources)[number];

/** Who made a call: the partner's own system, or one of these. No zod here, since the browser loads it. */
export const callSources = ["system", ...markedSources] as const;
export type CallSource = (typeof callSources)[number];
