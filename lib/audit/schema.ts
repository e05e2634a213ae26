import { z } from "zod";
import { longestReason } from "#lib/characters.ts";

/** Why support does something; kept in the audit log (portal.md § Support side). */
export const reason = z.string().trim().min(1).max(longestReason);

/** A change that needs nothing but a reason. */
export const reasoned = z.strictObject({ reason });
