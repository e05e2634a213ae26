import { findForPartner } from "#lib/developer/search/find.ts";
import { searchQuery } from "#lib/developer/search/schema.ts";
import { partner, router } from "#lib/rpc/procedures.ts";

export const search = router({
  find: partner.input(searchQuery).query(({ ctx, input }) => findForPartner(ctx, input.term)),
});
