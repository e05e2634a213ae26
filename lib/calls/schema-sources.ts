/** What the portal sends with a partner's key for the person who asked. It is marked, and counts in no figure. */
export const portalSources = ["try_it", "recipe"] as const;
export type PortalSource = (typeof portalSources)[number];

/** Who made a call: the partner's own system, or the portal. No zod here, since the browser loads it. */
export const callSources = ["system", ...portalSources] as const;
export type CallSource = (typeof callSources)[number];
