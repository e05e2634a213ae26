import { z } from "zod";
import { changeUser, endUserSessions } from "#lib/account/users/administration.ts";
import { invite } from "#lib/account/users/invite.ts";
import { listStaff, listTeam, listUsers } from "#lib/account/users/list.ts";
import { sendPasswordLink } from "#lib/account/users/password-links.ts";
import { staffInvitation, teamChange, teamInvitation, teamReason, userChange, userInvitation } from "#lib/account/users/schema.ts";
import { removeSecondFactors } from "#lib/account/users/second-factors.ts";
import { keyset } from "#lib/platform/lists/portal-lists.ts";
import { reasoned } from "#lib/platform/wire/reason.ts";
import { identifier } from "#lib/platform/wire/wire.ts";
import { administrator, team as owner, router, support } from "#lib/rpc/procedures.ts";

const params = z.object({ userId: identifier });
const reasonedForOne = reasoned.extend(params.shape);
const teamReasonForOne = teamReason.extend(params.shape);

/** The users of a partner, for support. */
export const users = router({
  list: support.input(keyset.extend({ partnerId: identifier })).query(({ ctx, input }) => listUsers(ctx, input.partnerId, input)),
  invite: support.input(userInvitation).mutation(({ ctx, input }) => invite(ctx, input)),
  change: support
    .input(userChange.extend(params.shape))
    .mutation(({ ctx, input: { userId, ...change } }) => changeUser(ctx, userId, change)),
  endSessions: support.input(reasonedForOne).mutation(({ ctx, input }) => endUserSessions(ctx, input.userId, input.reason)),
  replacePasswordLink: support.input(reasonedForOne).mutation(({ ctx, input }) => sendPasswordLink(ctx, input.userId, input.reason)),
  removeSecondFactors: support.input(reasonedForOne).mutation(({ ctx, input }) => removeSecondFactors(ctx, input.userId, input.reason)),
});

/** The operator's own. */
export const staff = router({
  list: administrator.input(keyset).query(({ ctx, input }) => listStaff(ctx, input)),
  invite: administrator.input(staffInvitation).mutation(({ ctx, input }) => invite(ctx, { ...input, partnerId: null })),
  change: administrator
    .input(userChange.extend(params.shape))
    .mutation(({ ctx, input: { userId, ...change } }) => changeUser(ctx, userId, change)),
  endSessions: administrator.input(reasonedForOne).mutation(({ ctx, input }) => endUserSessions(ctx, input.userId, input.reason)),
  replacePasswordLink: administrator.input(reasonedForOne).mutation(({ ctx, input }) => sendPasswordLink(ctx, input.userId, input.reason)),
});

/** The people of an owner's partner. */
export const team = router({
  list: owner.input(keyset).query(({ ctx, input }) => listTeam(ctx, input)),
  invite: owner.input(teamInvitation).mutation(({ ctx, input }) => invite(ctx, { ...input, partnerId: ctx.actor.partnerId })),
  change: owner.input(teamChange.extend(params.shape)).mutation(({ ctx, input: { userId, ...change } }) => changeUser(ctx, userId, change)),
  endSessions: owner.input(teamReasonForOne).mutation(({ ctx, input }) => endUserSessions(ctx, input.userId, input.reason)),
  replacePasswordLink: owner.input(teamReasonForOne).mutation(({ ctx, input }) => sendPasswordLink(ctx, input.userId, input.reason)),
});
