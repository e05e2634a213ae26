import { keyStates } from "#lib/account/keys/schema.ts";
import { environments } from "#lib/platform/environments.ts";
import type { Filters } from "#lib/platform/lists/portal-lists.ts";

/** How support's list of keys can be narrowed. */
export const keyFilters = {
  /** The beginning of a key, its id, or a part of its partner's name. */
  search: { kind: "search" },
  environment: { kind: "choices", column: "environment", values: environments },
  state: { kind: "choices", column: "state", values: keyStates },
} as const satisfies Filters;
