import { openLogoForSupport } from "#lib/brands/logo.ts";
import { logoOwner } from "#lib/brands/schema.ts";
import { portalFile } from "#lib/http/portal-file.ts";

export const GET = portalFile({ for: "support", params: logoOwner }, openLogoForSupport);
