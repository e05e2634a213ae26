import { z } from "zod";
import { revealPurposes } from "#lib/keys/schema.ts";

/** Which key a path is about. */
export const keyParams = z.object({ keyId: z.string().max(64) });

/** What a key is wanted for. */
export const revealBody = z.strictObject({ purpose: z.enum(revealPurposes) });

/** Up to which notice an owner has seen them. */
export const seenBody = z.strictObject({ until: z.coerce.date() });
