import { z } from "zod";
import { identifierLimit } from "#lib/contracts/requests.ts";

/** Which renter a path is about. */
export const renterParams = z.object({ uid: z.string().max(identifierLimit) });
