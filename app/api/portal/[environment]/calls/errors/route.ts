import { listErrors } from "#lib/calls/list-errors.ts";
import { portalRoute } from "#lib/http/portal.ts";
import { chooseTimeZone } from "#lib/i18n/locales.ts";
import { overviewQuery } from "#lib/overview/schema.ts";

export const GET = portalRoute({ for: "owner", query: overviewQuery }, (ctx, { query: { range, timeZone } }) =>
  listErrors(ctx, { range, timeZone: chooseTimeZone(timeZone) }),
);
