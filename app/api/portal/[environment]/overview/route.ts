import { portalRoute } from "#lib/http/portal.ts";
import { chooseTimeZone } from "#lib/i18n/locales.ts";
import { read } from "#lib/overview/read.ts";
import { overviewQuery } from "#lib/overview/schema.ts";

export const GET = portalRoute({ for: "partner", query: overviewQuery }, (ctx, { query: { range, timeZone } }) =>
  read(ctx, { range, timeZone: chooseTimeZone(timeZone) }),
);
