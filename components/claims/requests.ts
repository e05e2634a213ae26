import { z } from "zod";

/** Which claim a path is about, by either identifier. */
export const claimParams = z.object({ id: z.string().max(64) });

/** Which document of a claim a path is about. */
export const claimDocumentParams = claimParams.extend({ documentId: z.string().max(64) });
