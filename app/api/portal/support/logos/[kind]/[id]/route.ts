import { openLogoForSupport } from "#lib/account/brands/logo.ts";
import { logoOwner } from "#lib/account/worlds/brand.ts";
import { portalFile } from "#lib/api/portal/portal-file.ts";

export const GET = portalFile({ for: "support", params: logoOwner }, openLogoForSupport);
