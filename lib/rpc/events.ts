import { eventListQuery, eventSummaryQuery, listForPortal, summarize } from "#lib/developer/events/list-for-portal.ts";
import { listKindsMet, readForPortal } from "#lib/developer/events/read-for-portal.ts";
import { eventParams } from "#lib/developer/events/schema.ts";
import { developer, router } from "#lib/rpc/procedures.ts";

export const events = router({
  list: developer.input(eventListQuery).query(({ ctx, input }) => listForPortal(ctx, input)),
  summary: developer.input(eventSummaryQuery).query(({ ctx, input }) => summarize(ctx, input)),
  read: developer.input(eventParams).query(({ ctx, input }) => readForPortal(ctx, input.eventId)),
  kinds: developer.query(({ ctx }) => listKindsMet(ctx)),
});
