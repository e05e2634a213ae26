import { eq } from "drizzle-orm";
import { db } from "#db/client.ts";
import { users } from "#db/schema/users.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import { consumeAppCode } from "#lib/account/users/authenticator-app.ts";
import type { PersonContext } from "#lib/account/users/contexts.ts";
import type { Token } from "#lib/account/users/cookies.ts";
import { spendCode } from "#lib/account/users/limit-sign-in.ts";
import { offerPasskeys, verifyPasskey } from "#lib/account/users/passkeys.ts";
import type { PasskeyRequest } from "#lib/account/users/passkeys.ts";
import { assertOwnPassword } from "#lib/account/users/passwords.ts";
import type { Reauthentication } from "#lib/account/users/schema.ts";
import { findSecondFactors } from "#lib/account/users/second-factors.ts";
import { renewSession } from "#lib/account/users/sessions.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";

/** A password alone is enough only for users without a second factor. */
export async function listReauthenticationMethods({ user }: PersonContext): Promise<{ passkey: boolean; app: boolean; password: boolean }> {
  const [{ passkey, app }, [row]] = await Promise.all([
    findSecondFactors(user.id),
    db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, user.id)),
  ]);
  return { passkey, app, password: !passkey && !app && typeof row?.passwordHash === "string" };
}

export function offerReauthentication(ctx: PersonContext): Promise<PasskeyRequest> {
  return offerPasskeys(ctx.session.id, ctx.user.id, ctx);
}

/** Renews the proof of identity that assertRecentlyAuthenticated asks for. The session gets a new token, so that a copied one is worthless. */
export async function reauthenticate(ctx: PersonContext, proof: Reauthentication): Promise<{ session: Token }> {
  const by = await namingUser(ctx.user.id, () => verify(ctx, proof));
  return db.transaction(async (tx) => {
    const session = await renewSession(tx, ctx, by !== "password");
    await recordAudit(tx, ctx, { action: "user.reauthenticated", subjectId: ctx.user.id, details: { by } });
    return { session };
  });
}

async function verify(ctx: PersonContext, proof: Reauthentication): Promise<string> {
  const { user, session, now } = ctx;
  if ("password" in proof) {
    const { passkey, app } = await findSecondFactors(user.id);
    if (passkey || app) throw new UserError("confirm it with your second factor", { key: "passwordNotEnough" });
    await assertOwnPassword(ctx, proof.password);
    return "password";
  }
  if ("passkey" in proof) {
    await verifyPasskey(session.id, user.id, proof.passkey, ctx);
    return "passkey";
  }
  await spendCode(user.id, () => consumeAppCode(user.id, proof.code, now));
  return "authenticator app";
}

/** Attaches the user to a refused proof, if known, so that the security log names the user. */
export async function namingUser<Result>(userId: string | null, prove: () => Promise<Result>): Promise<Result> {
  try {
    return await prove();
  } catch (error) {
    if (error instanceof UserError && userId !== null) error.userId = userId;
    throw error;
  }
}
