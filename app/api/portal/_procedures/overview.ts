import { owner, partner, router } from "#lib/http/procedures.ts";
import { listFailures } from "#lib/overview/failures.ts";
import { read } from "#lib/overview/read.ts";
import { overviewQuery } from "#lib/platform/traffic/ranges.ts";
import { read as readPortfolio } from "#lib/portfolio/read.ts";
import { readForPortal } from "#lib/readiness/read-for-portal.ts";

export const overview = router({
  read: partner.input(overviewQuery).query(({ ctx, input }) => read(ctx, input)),
  portfolio: partner.query(({ ctx }) => readPortfolio(ctx)),
  failures: owner.query(({ ctx }) => listFailures(ctx)),
  readiness: owner.query(({ ctx }) => readForPortal(ctx)),
});
