import { z } from "zod";
import { identifierLimit } from "#lib/contracts/requests.ts";

/** Which product a path is about: by our identifier, or the partner's. */
export const productParams = z.object({ productId: z.string().max(identifierLimit) });
