import { z } from "zod";
import { reason } from "#lib/audit/schema.ts";
import { keyStates, maxNoteLength, overlapHours, revealPurposes } from "#lib/keys/schema.ts";
import { environments } from "#lib/partners/schema.ts";
import { keyset, listOf, searchText } from "#lib/portal-lists.ts";
import { identifier } from "#lib/wire.ts";

export const keyReportForm = z.strictObject({ note: z.string().trim().min(1).max(maxNoteLength) });

export const keyListQuery = keyset.extend({
  search: searchText.optional().catch(undefined),
  partner: identifier.optional().catch(undefined),
  environment: listOf(z.enum(environments)).optional().catch(undefined),
  state: listOf(z.enum(keyStates)).optional().catch(undefined),
});
export type KeyListQuery = z.output<typeof keyListQuery>;

export const regeneration = z.strictObject({ environment: z.enum(environments), overlap: z.literal(overlapHours), reason });

export const keyParams = z.object({ keyId: z.string().max(64) });

export const revealBody = z.strictObject({ purpose: z.enum(revealPurposes) });

export const seenBody = z.strictObject({ until: z.coerce.date() });
