import { z } from "zod";

/** Why support does something; kept in the audit log (portal.md § Support side). */
export const reason = z.string().trim().min(1).max(500);

/** A change that needs nothing but a reason. */
export const reasoned = z.strictObject({ reason });
