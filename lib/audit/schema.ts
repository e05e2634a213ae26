import { z } from "zod";
import { maxReasonLength } from "#lib/characters.ts";

/** Kept in the audit log (portal.md § Support side). */
export const reason = z.string().trim().min(1).max(maxReasonLength);

export const reasoned = z.strictObject({ reason });
