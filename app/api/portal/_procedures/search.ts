import { findForPartner } from "#lib/developer/search/find-for-partner.ts";
import { searchQuery } from "#lib/developer/search/schema.ts";
import { partner, router } from "#lib/http/procedures.ts";

export const search = router({
  find: partner.input(searchQuery).query(({ ctx, input }) => findForPartner(ctx, input.term)),
});
