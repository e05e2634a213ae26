import { readFilling } from "#lib/account/worlds/clocks.ts";
import { activityListQuery, list } from "#lib/developer/activity/list.ts";
import { listFailures, read } from "#lib/developer/overview/read.ts";
import { readForPortal as readPortfolio } from "#lib/developer/portfolio/read.ts";
import { readForPortal } from "#lib/developer/readiness/read.ts";
import { findForPartner } from "#lib/developer/search/find.ts";
import { searchQuery } from "#lib/developer/search/schema.ts";
import { overviewQuery } from "#lib/platform/traffic/ranges.ts";
import { developer, member, owner, partner, router } from "#lib/rpc/procedures.ts";

export const search = router({
  find: partner.input(searchQuery).query(({ ctx, input }) => findForPartner(ctx, input.term)),
});

export const activity = router({
  list: owner.input(activityListQuery).query(({ ctx, input }) => list(ctx, input)),
});

export const overview = router({
  read: partner.input(overviewQuery).query(({ ctx, input }) => read(ctx, input)),
  portfolio: member.query(({ ctx }) => readPortfolio(ctx)),
  filling: partner.query(({ ctx }) => readFilling(ctx.world.id)),
  failures: developer.query(({ ctx }) => listFailures(ctx)),
  readiness: developer.query(({ ctx }) => readForPortal(ctx)),
});
