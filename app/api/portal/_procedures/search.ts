import { partner, router } from "#lib/http/procedures.ts";
import { findForPartner } from "#lib/search/find-for-partner.ts";
import { searchQuery } from "#lib/search/schema.ts";

export const search = router({
  find: partner.input(searchQuery).query(({ ctx, input }) => findForPartner(ctx, input.term)),
});
