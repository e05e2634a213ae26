import { z } from "zod";

/** Which claim a path is about, by either identifier. */
export const claimParams = z.object({ id: z.string().max(64) });
