import { z } from "zod";
import { list, listOfPartner, noticeListQuery, partnerNoticeQuery, readText } from "#lib/delivery/notices/list.ts";
import { identifier } from "#lib/platform/wire/wire.ts";
import { team as owner, router, support } from "#lib/rpc/procedures.ts";

/** The messages to the people of an owner's partner. */
export const notices = router({
  list: owner.input(partnerNoticeQuery).query(({ ctx, input }) => listOfPartner(ctx, input)),
  read: owner.input(z.object({ noticeId: identifier })).query(({ ctx, input }) => readText(ctx, input.noticeId)),
});

/** All messages, in the console. */
export const noticesOfAll = router({
  list: support.input(noticeListQuery).query(({ ctx, input }) => list(ctx, input)),
});
