import { z } from "zod";
import { longestReason } from "#lib/characters.ts";

/** Kept in the audit log (portal.md § Support side). */
export const reason = z.string().trim().min(1).max(longestReason);

export const reasoned = z.strictObject({ reason });
