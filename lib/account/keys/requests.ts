import { z } from "zod";
import { keyFilters } from "#lib/account/keys/list-filters.ts";
import { maxKeyNameLength, maxNoteLength, overlapHours, revealPurposes } from "#lib/account/keys/schema.ts";
import { environments } from "#lib/platform/environments.ts";
import { listQuery } from "#lib/platform/lists/portal-lists.ts";
import { reason } from "#lib/platform/wire/reason.ts";
import { rights } from "#lib/platform/wire/rights.ts";
import { givenInstant, identifier } from "#lib/platform/wire/wire.ts";

export const keyReportForm = z.strictObject({ note: z.string().trim().min(1).max(maxNoteLength) });

/** The query of the list of keys; `partner` limits it to one partner's keys. */
export const keyListQuery = listQuery(keyFilters).extend({ partner: identifier.optional().catch(undefined) });
export type KeyListQuery = z.output<typeof keyListQuery>;

/** `seen` are the working keys that the page showed. */
export const regeneration = z.strictObject({
  environment: z.enum(environments),
  overlap: z.literal(overlapHours),
  reason,
  seen: z.array(identifier).max(1000).optional(),
});

/** An owner names the key that the page shows as the current one, so that of two owners only one replaces it. */
export const ownRegeneration = z.strictObject({ keyId: identifier, overlap: z.literal(overlapHours) });

export const keyParams = z.object({ keyId: z.string().max(64) });

/** The name of a key in the portal. */
export const keyName = z.strictObject({ name: z.string().trim().min(1).max(maxKeyNameLength) });

/** What a named key may do, and until when; null for a key without an expiry. */
export const keyRestriction = z.strictObject({
  rights: z.array(z.enum(rights)).min(1).max(rights.length),
  expiresAt: givenInstant.nullable(),
});
export type KeyRestriction = z.output<typeof keyRestriction>;

export const namedKeyInput = keyRestriction.extend(keyName.shape);
export type NamedKeyInput = z.output<typeof namedKeyInput>;

export const revealBody = z.strictObject({ purpose: z.enum(revealPurposes) });

export const seenBody = z.strictObject({ until: givenInstant });
