import { z } from "zod";
import { openDocument } from "#lib/claims/document.ts";
import { portalFile } from "#lib/http/portal-file.ts";

const params = z.object({ documentId: z.string().max(64) });

export const GET = portalFile({ for: "staff", params }, (_ctx, { documentId }) => openDocument(documentId, "inline"));
