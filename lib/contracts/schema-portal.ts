import { z } from "zod";
import { contractTypes } from "#lib/catalogue.ts";
import { identifierLimit } from "#lib/contracts/requests.ts";
import { contractStatuses } from "#lib/contracts/schema.ts";
import { keyset, listOf } from "#lib/portal-lists.ts";
import { queryBoolean, queryInstant } from "#lib/wire.ts";

/** What the portal's list of contracts asks for; what is left out does not narrow it. */
export const contractListQuery = keyset.extend({
  /** A contract, one of its products, its renewal or a call that changed it, by identifier. */
  search: z.string().trim().min(1).max(64).optional(),
  status: listOf(z.enum(contractStatuses)).optional(),
  type: listOf(z.enum(contractTypes)).optional(),
  /** The renter's uid. */
  renter: z.string().min(1).max(identifierLimit).optional(),
  test: queryBoolean.optional(),
  /** When it was created: from this moment on, and before this one. */
  from: queryInstant.optional(),
  to: queryInstant.optional(),
});
export type ContractListQuery = z.output<typeof contractListQuery>;
