import { z } from "zod";

/** Which renewal a path is about. */
export const renewalParams = z.object({ arid: z.string().max(64) });
