import { z } from "zod";
import { createNamed, renameKey, restrictKey } from "#lib/account/keys/change-named.ts";
import { listForSupport, listNamed, listOfWorld } from "#lib/account/keys/list.ts";
import { listNotices, markNoticesSeen } from "#lib/account/keys/notices.ts";
import { regenerate, regenerateOwn } from "#lib/account/keys/regenerate.ts";
import { listReports, report } from "#lib/account/keys/reports.ts";
import { readImpact } from "#lib/account/keys/request-counts.ts";
import {
  keyListQuery,
  keyName,
  keyParams,
  keyReportForm,
  keyRestriction,
  namedKeyInput,
  ownRegeneration,
  regeneration,
  revealBody,
  seenBody,
} from "#lib/account/keys/requests.ts";
import { reveal } from "#lib/account/keys/reveal.ts";
import { endNamed, endOwn, revoke } from "#lib/account/keys/revoke.ts";
import { readUsageOverTime } from "#lib/account/keys/usage.ts";
import { overviewQuery } from "#lib/platform/traffic/ranges.ts";
import { reasoned } from "#lib/platform/wire/reason.ts";
import { identifier } from "#lib/platform/wire/wire.ts";
import { developer, owner, router, support } from "#lib/rpc/procedures.ts";

export const keys = router({
  list: developer.query(({ ctx }) => listOfWorld(ctx)),
  named: developer.query(({ ctx }) => listNamed(ctx)),
  // Mutations, as reveal: the answer has the new key.
  create: developer.input(namedKeyInput).mutation(({ ctx, input }) => createNamed(ctx, input)),
  rename: owner.input(keyName.extend(keyParams.shape)).mutation(({ ctx, input }) => renameKey(ctx, input.keyId, input.name)),
  restrict: owner
    .input(keyRestriction.extend(keyParams.shape))
    .mutation(({ ctx, input: { keyId, ...restriction } }) => restrictKey(ctx, keyId, restriction)),
  endNamed: developer.input(keyParams).mutation(({ ctx, input }) => endNamed(ctx, input.keyId)),
  report: developer.input(keyReportForm.extend(keyParams.shape)).mutation(({ ctx, input: { keyId, ...form } }) => report(ctx, keyId, form)),
  // A mutation, so that no address contains the key and no cache stores the answer.
  reveal: developer.input(revealBody.extend(keyParams.shape)).mutation(({ ctx, input }) => reveal(ctx, input.keyId, input.purpose)),
  regenerate: owner.input(ownRegeneration).mutation(({ ctx, input }) => regenerateOwn(ctx, input)),
  end: owner.input(keyParams).mutation(({ ctx, input }) => endOwn(ctx, input.keyId)),
  usage: developer.input(overviewQuery).query(({ ctx, input }) => readUsageOverTime(ctx, input)),
  notices: developer.query(({ ctx }) => listNotices(ctx)),
  markNoticesSeen: developer.input(seenBody).mutation(({ ctx, input }) => markNoticesSeen(ctx, input.until)),
});

const params = z.object({ keyId: identifier });

/** Keys in the console. */
export const keysOfPartners = router({
  list: support.input(keyListQuery).query(({ ctx, input }) => listForSupport(ctx, input)),
  reports: support.query(({ ctx }) => listReports(ctx)),
  impact: support.input(params).query(({ ctx, input }) => readImpact(ctx, input.keyId)),
  revoke: support.input(reasoned.extend(params.shape)).mutation(({ ctx, input }) => revoke(ctx, input.keyId, input.reason)),
  regenerate: support.input(regeneration.extend({ partnerId: identifier })).mutation(({ ctx, input }) => regenerate(ctx, input)),
});
