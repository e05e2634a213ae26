import type { RenewalState } from "#lib/renewals/schema-portal.ts";

const known: Record<RenewalState | "all", true> = { scheduled: true, rejected: true, applied: true, dropped: true, all: true };

/** What a list of renewals can show: those of a state, or all. Without zod, for the browser. */
export const renewalViews = Object.keys(known) as (RenewalState | "all")[];
export type RenewalView = (typeof renewalViews)[number];
