import { z } from "zod";

/** Which claim the insurer is played for. */
export const insuredClaimParams = z.object({ id: z.string().max(64) });
