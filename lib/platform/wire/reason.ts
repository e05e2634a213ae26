import { z } from "zod";
import { maxReasonLength } from "#lib/platform/text/characters.ts";
import { visible } from "#lib/platform/text/contacts.ts";

/** Kept in the audit log (rules/authority.md#audit-1). */
export const reason = visible.min(1).max(maxReasonLength);

export const reasoned = z.strictObject({ reason });
