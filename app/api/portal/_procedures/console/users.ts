import { z } from "zod";
import { reasoned } from "#lib/audit/schema.ts";
import { router, support } from "#lib/http/procedures.ts";
import { keyset } from "#lib/lists/portal-lists.ts";
import { changeUser, endUserSessions, inviteByMail, listUsers } from "#lib/users/administration.ts";
import { replacePasswordLink } from "#lib/users/password-links.ts";
import { invitation, userChange } from "#lib/users/schema.ts";
import { removeSecondFactors } from "#lib/users/second-factors.ts";
import { identifier } from "#lib/wire.ts";

const params = z.object({ userId: identifier });
/** Null for the operator's staff. */
const side = z.object({ partnerId: identifier.nullable() });
const reasonedForOne = reasoned.extend(params.shape);

export const users = router({
  list: support.input(keyset.extend(side.shape)).query(({ ctx, input }) => listUsers(ctx, input.partnerId, input)),
  invite: support.input(invitation).mutation(({ ctx, input }) => inviteByMail(ctx, input)),
  change: support
    .input(userChange.extend(params.shape))
    .mutation(({ ctx, input: { userId, ...change } }) => changeUser(ctx, userId, change)),
  endSessions: support.input(reasonedForOne).mutation(({ ctx, input }) => endUserSessions(ctx, input.userId, input.reason)),
  replacePasswordLink: support.input(reasonedForOne).mutation(({ ctx, input }) => replacePasswordLink(ctx, input.userId, input.reason)),
  removeSecondFactors: support.input(reasonedForOne).mutation(({ ctx, input }) => removeSecondFactors(ctx, input.userId, input.reason)),
});
