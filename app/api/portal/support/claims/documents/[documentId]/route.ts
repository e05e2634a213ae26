import { z } from "zod";
import { portalFile } from "#lib/api/portal/portal-file.ts";
import { openDocument } from "#lib/insurance/claims/upload.ts";

const params = z.object({ documentId: z.string().max(64) });

export const GET = portalFile({ for: "staff", params }, (_ctx, { documentId }) => openDocument(documentId, "inline"));
