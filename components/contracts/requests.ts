import { z } from "zod";

/** Which contract a path is about. */
export const contractParams = z.object({ cid: z.string().max(64) });

/** Which stretch of a history is asked for. */
export const historyQuery = z.object({ before: z.string().min(1).max(64).optional() });
