import { z } from "zod";
import { listForSupport } from "#lib/account/keys/list.ts";
import { regenerate } from "#lib/account/keys/regenerate.ts";
import { listReports } from "#lib/account/keys/reports.ts";
import { readImpact } from "#lib/account/keys/request-counts.ts";
import { keyListQuery, regeneration } from "#lib/account/keys/requests.ts";
import { revoke } from "#lib/account/keys/revoke.ts";
import { reasoned } from "#lib/platform/wire/reason.ts";
import { identifier } from "#lib/platform/wire/wire.ts";
import { router, support } from "#lib/rpc/procedures.ts";

const params = z.object({ keyId: identifier });

export const keys = router({
  list: support.input(keyListQuery).query(({ ctx, input }) => listForSupport(ctx, input)),
  reports: support.query(({ ctx }) => listReports(ctx)),
  impact: support.input(params).query(({ ctx, input }) => readImpact(ctx, input.keyId)),
  revoke: support.input(reasoned.extend(params.shape)).mutation(({ ctx, input }) => revoke(ctx, input.keyId, input.reason)),
  regenerate: support.input(regeneration.extend({ partnerId: identifier })).mutation(({ ctx, input }) => regenerate(ctx, input)),
});
