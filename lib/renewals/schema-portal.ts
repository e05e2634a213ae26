import { z } from "zod";
import { keyset } from "#lib/portal-lists.ts";
import { queryInstant } from "#lib/wire.ts";

/** What has become of a renewal, as people are told (lib/renewals/overview.ts). */
export const renewalStates = ["scheduled", "rejected", "applied", "dropped"] as const;
export type RenewalState = (typeof renewalStates)[number];

/** A place in a list by the day of renewal: the day, and the renewal. */
const place = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z_ar_\w{1,40}$/)
  .optional();

/** What the portal's list of renewals asks for. */
export const renewalListQuery = keyset.extend({
  before: place,
  after: place,
  /** Those of one state, or of all. Without one: what was searched for whatever its state, else what is to come. */
  state: z.enum([...renewalStates, "all"]).optional(),
  /** A renewal, its contract or the one that it created, by identifier. */
  search: z.string().trim().min(1).max(64).optional(),
  /** The day of the renewal: from this moment on, and before this one. */
  from: queryInstant.optional(),
  to: queryInstant.optional(),
});
export type RenewalListQuery = z.output<typeof renewalListQuery>;
