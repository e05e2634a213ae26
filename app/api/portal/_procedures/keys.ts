import { owner, router } from "#lib/http/procedures.ts";
import { listOfWorld } from "#lib/keys/list.ts";
import { listNotices, markNoticesSeen } from "#lib/keys/notices.ts";
import { report } from "#lib/keys/reports.ts";
import { keyParams, keyReportForm, revealBody, seenBody } from "#lib/keys/requests.ts";
import { reveal } from "#lib/keys/reveal.ts";

export const keys = router({
  list: owner.query(({ ctx }) => listOfWorld(ctx)),
  report: owner.input(keyReportForm.extend(keyParams.shape)).mutation(({ ctx, input: { keyId, ...form } }) => report(ctx, keyId, form)),
  // A mutation, so that no address contains the key and no cache stores the answer.
  reveal: owner.input(revealBody.extend(keyParams.shape)).mutation(({ ctx, input }) => reveal(ctx, input.keyId, input.purpose)),
  notices: owner.query(({ ctx }) => listNotices(ctx)),
  markNoticesSeen: owner.input(seenBody).mutation(({ ctx, input }) => markNoticesSeen(ctx, input.until)),
});
