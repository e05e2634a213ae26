import { z } from "zod";

/** The claim for which the insurer is played. */
export const insuredClaimParams = z.object({ id: z.string().max(64) });
