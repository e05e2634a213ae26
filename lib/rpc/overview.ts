import { readFilling } from "#lib/account/worlds/fills.ts";
import { listFailures, read } from "#lib/developer/overview/read.ts";
import { readForPortal as readPortfolio } from "#lib/developer/portfolio/read.ts";
import { readForPortal } from "#lib/developer/readiness/read.ts";
import { overviewQuery } from "#lib/platform/traffic/ranges.ts";
import { developer, member, partner, router } from "#lib/rpc/procedures.ts";

export const overview = router({
  read: partner.input(overviewQuery).query(({ ctx, input }) => read(ctx, input)),
  portfolio: member.query(({ ctx }) => readPortfolio(ctx)),
  filling: partner.query(({ ctx }) => readFilling(ctx.world.id)),
  failures: developer.query(({ ctx }) => listFailures(ctx)),
  readiness: developer.query(({ ctx }) => readForPortal(ctx)),
});
