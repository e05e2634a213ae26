import { z } from "zod";
import { changeUser, endUserSessions } from "#lib/account/users/administration.ts";
import { invite } from "#lib/account/users/invite.ts";
import { listTeam } from "#lib/account/users/list.ts";
import { sendPasswordLink } from "#lib/account/users/password-links.ts";
import { teamChange, teamInvitation, teamReason } from "#lib/account/users/schema.ts";
import { keyset } from "#lib/platform/lists/portal-lists.ts";
import { identifier } from "#lib/platform/wire/wire.ts";
import { router, team as owner } from "#lib/rpc/procedures.ts";

const params = z.object({ userId: identifier });
const reasonedForOne = teamReason.extend(params.shape);

/** The people of an owner's partner. */
export const team = router({
  list: owner.input(keyset).query(({ ctx, input }) => listTeam(ctx, input)),
  invite: owner.input(teamInvitation).mutation(({ ctx, input }) => invite(ctx, { ...input, partnerId: ctx.actor.partnerId })),
  change: owner.input(teamChange.extend(params.shape)).mutation(({ ctx, input: { userId, ...change } }) => changeUser(ctx, userId, change)),
  endSessions: owner.input(reasonedForOne).mutation(({ ctx, input }) => endUserSessions(ctx, input.userId, input.reason)),
  replacePasswordLink: owner.input(reasonedForOne).mutation(({ ctx, input }) => sendPasswordLink(ctx, input.userId, input.reason)),
});
