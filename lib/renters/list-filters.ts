import type { Filters } from "#lib/portal-lists.ts";

/** A part of the uid or of the company's name. */
export const renterFilters = { search: { kind: "search" } } as const satisfies Filters;
