import { z } from "zod";
import { portalFile } from "#lib/api/portal-file.ts";
import { openAsJpeg } from "#lib/insurance/claims/document-as-jpeg.ts";

const params = z.object({ documentId: z.string().max(64) });

export const GET = portalFile({ for: "staff", params, isLong: true }, (_ctx, { documentId }) => openAsJpeg(documentId));
