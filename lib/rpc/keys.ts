import { listOfWorld } from "#lib/account/keys/list.ts";
import { listNotices, markNoticesSeen } from "#lib/account/keys/notices.ts";
import { endOwn, regenerateOwn } from "#lib/account/keys/regenerate-own.ts";
import { report } from "#lib/account/keys/reports.ts";
import { keyParams, keyReportForm, ownRegeneration, revealBody, seenBody } from "#lib/account/keys/requests.ts";
import { reveal } from "#lib/account/keys/reveal.ts";
import { readUsageOverTime } from "#lib/account/keys/usage.ts";
import { overviewQuery } from "#lib/platform/traffic/ranges.ts";
import { owner, router } from "#lib/rpc/procedures.ts";

export const keys = router({
  list: owner.query(({ ctx }) => listOfWorld(ctx)),
  report: owner.input(keyReportForm.extend(keyParams.shape)).mutation(({ ctx, input: { keyId, ...form } }) => report(ctx, keyId, form)),
  // A mutation, so that no address contains the key and no cache stores the answer.
  reveal: owner.input(revealBody.extend(keyParams.shape)).mutation(({ ctx, input }) => reveal(ctx, input.keyId, input.purpose)),
  regenerate: owner.input(ownRegeneration).mutation(({ ctx, input }) => regenerateOwn(ctx, input)),
  end: owner.input(keyParams).mutation(({ ctx, input }) => endOwn(ctx, input.keyId)),
  usage: owner.input(overviewQuery).query(({ ctx, input }) => readUsageOverTime(ctx, input)),
  notices: owner.query(({ ctx }) => listNotices(ctx)),
  markNoticesSeen: owner.input(seenBody).mutation(({ ctx, input }) => markNoticesSeen(ctx, input.until)),
});
