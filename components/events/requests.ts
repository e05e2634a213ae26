import { z } from "zod";

/** Which event a path is about. */
export const eventParams = z.object({ eventId: z.string().max(64) });
