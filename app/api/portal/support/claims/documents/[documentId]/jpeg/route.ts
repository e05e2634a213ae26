import { z } from "zod";
import { portalFile } from "#lib/api/portal/portal-file.ts";
import { openAsJpeg } from "#lib/insurance/claims/upload.ts";

const params = z.object({ documentId: z.string().max(64) });

export const GET = portalFile({ for: "staff", params, isLong: true }, (_ctx, { documentId }) => openAsJpeg(documentId));
