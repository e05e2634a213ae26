import { z } from "zod";
import { longestNote } from "#lib/keys/schema.ts";

/** What an owner writes who reports a compromised key. */
export const keyReportForm = z.strictObject({ note: z.string().trim().min(1).max(longestNote) });
