import { z } from "zod";
import { maxReasonLength } from "#lib/platform/text/characters.ts";

/** Kept in the audit log (rules/authority.md#audit-1). */
export const reason = z.string().trim().min(1).max(maxReasonLength);

export const reasoned = z.strictObject({ reason });
