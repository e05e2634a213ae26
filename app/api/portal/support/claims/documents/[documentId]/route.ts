import { z } from "zod";
import { openDocument } from "#lib/claims/document.ts";
import { portalRoute } from "#lib/http/portal.ts";

const params = z.object({ documentId: z.string().max(64) });

export const GET = portalRoute({ for: "staff", params }, (_ctx, { params: { documentId } }) => openDocument(documentId, "inline"));
