import { and, desc, eq, exists, gt, isNotNull, isNull, lt, lte, ne, or, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { partners } from "#db/schema/partners.ts";
import { pendingSignIns, sessions } from "#db/schema/sessions.ts";
import { authenticatorApps, passkeys, users } from "#db/schema/users.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import type { BrowserDetails, PersonContext, RequestDetails } from "#lib/account/users/contexts.ts";
import { hashToken, newToken } from "#lib/account/users/cookies.ts";
import type { Token } from "#lib/account/users/cookies.ts";
import { assertRecentlyAuthenticated } from "#lib/account/users/guards.ts";
import { describeDevice } from "#lib/account/users/rules/device-name.ts";
import type { SignInMethod, SignedIn } from "#lib/account/users/schema.ts";
import { NotFound, UserError } from "#lib/platform/errors/user-error.ts";
import { newId } from "#lib/platform/ids.ts";

/** In seconds: a working day. */
export const sessionSeconds = 12 * 3600;
/** The time-out without requests. */
const idleSeconds = 3600;
/** How often `lastSeenAt` is written at most. */
const seenSeconds = 60;
const maxListed = 50;
const maxUserAgentLength = 400;

interface NewSession {
  userId: string;
  signedInBy: SignInMethod;
  isNewDevice: boolean;
  /** Null without a proof by a second factor. */
  factorProvedAt: Date | null;
}

/** Starts a session; the token goes into the cookie and is not stored. */
export async function startSession(
  tx: Transaction | typeof db,
  { now, address, userAgent }: Pick<BrowserDetails, "now" | "address" | "userAgent">,
  { userId, signedInBy, isNewDevice, factorProvedAt }: NewSession,
): Promise<Token> {
  const token = newToken();
  await tx.insert(sessions).values({
    id: newId("ses"),
    tokenHash: hashToken(token),
    userId,
    signedInBy,
    createdAt: now,
    expiresAt: new Date(now.getTime() + sessionSeconds * 1000),
    lastSeenAt: now,
    address,
    userAgent: userAgent.slice(0, maxUserAgentLength),
    authenticatedAt: now,
    factorProvedAt,
    isNewDevice,
  });
  return token;
}

export function isLive(now: Date): SQL | undefined {
  return and(isNull(sessions.endedAt), gt(sessions.expiresAt, now), gt(sessions.lastSeenAt, before(now, idleSeconds)));
}

function before(now: Date, seconds: number): Date {
  return new Date(now.getTime() - seconds * 1000);
}

const other = alias(sessions, "other");

/** The newest unacknowledged sign-in on a new device, of other sessions than this one. */
const newDevice = db
  .select({
    told: sql`json_build_object('count', count(*) over (), 'sessionId', ${other.id}, 'userAgent', ${other.userAgent}, 'address', ${other.address}, 'at', ${other.createdAt})`,
  })
  .from(other)
  .where(and(eq(other.userId, sessions.userId), other.isNewDevice, isNull(other.acknowledgedAt), ne(other.id, sessions.id)))
  .orderBy(desc(other.id))
  .limit(1);

/** True if the row of `users` has a passkey or an authenticator app. */
export const hasSecondFactor = or(
  exists(
    db
      .select({ one: sql`1` })
      .from(passkeys)
      .where(eq(passkeys.userId, users.id)),
  ),
  exists(
    db
      .select({ one: sql`1` })
      .from(authenticatorApps)
      .where(and(eq(authenticatorApps.userId, users.id), isNotNull(authenticatorApps.confirmedAt))),
  ),
);

/**
 * Writes `lastSeenAt` in the same statement, but for a poll, which must not put off the time-out. Undefined for an ended session, a disabled
 * user or a suspended partner (rules/authority.md#signin-3).
 */
export async function findSession(
  token: string | undefined,
  { now, address, isPoll = false }: RequestDetails & { isPoll?: boolean },
): Promise<SignedIn | undefined> {
  if (token === undefined || token === "") return undefined;
  const isThis = and(eq(sessions.tokenHash, hashToken(token)), isLive(now));
  const seen = db.$with("seen").as(
    db
      .update(sessions)
      .set({ lastSeenAt: now, address })
      .where(and(isThis, lte(sessions.lastSeenAt, before(now, seenSeconds)), isPoll ? sql`false` : undefined)),
  );
  const [row] = await db
    .with(seen)
    .select({
      user: { id: users.id, email: users.email, name: users.name, role: users.role },
      partner: { id: partners.id, name: partners.name },
      status: partners.status,
      session: {
        id: sessions.id,
        authenticatedAt: sessions.authenticatedAt,
        factorProvedAt: sessions.factorProvedAt,
        hasSecondFactor: sql<boolean>`${hasSecondFactor}`,
        newDevice: sql<(Omit<NonNullable<SignedIn["session"]["newDevice"]>, "at"> & { at: string }) | null>`${newDevice}`,
      },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(partners, eq(partners.id, users.partnerId))
    .where(and(isThis, isNull(users.disabledAt)));
  if (row === undefined || row.status === "suspended") return undefined;
  const { newDevice: told, factorProvedAt, ...session } = row.session;
  return {
    user: { ...row.user, partner: row.partner },
    session: {
      ...session,
      // A password alone proves nothing once there is a second factor.
      authenticatedAt: session.hasSecondFactor ? (factorProvedAt ?? new Date(0)) : session.authenticatedAt,
      newDevice: told && { ...told, at: new Date(told.at) },
    },
  };
}

/** Guards work that outlasts its request. Refuses after a sign-out, a change of role, or a suspension of the user or partner. */
export async function assertStillSignedIn({ user, session }: Pick<SignedIn, "user"> & { session: { id: string } }): Promise<void> {
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(partners, eq(partners.id, users.partnerId))
    .where(
      and(
        eq(sessions.id, session.id),
        isNull(sessions.endedAt),
        isNull(users.disabledAt),
        eq(users.role, user.role),
        or(isNull(partners.status), ne(partners.status, "suspended")),
      ),
    );
  if (rows.length === 0) throw new UserError("this session is over", { key: "signedOut" });
}

/** Lets a session count as proved by the second factor that was just added in it. */
export async function noteFactorProof(tx: Transaction, { session, now }: Pick<PersonContext, "session" | "now">): Promise<void> {
  await tx.update(sessions).set({ factorProvedAt: now }).where(eq(sessions.id, session.id));
}

/** Records a re-authentication and replaces the token: the one before opens nothing any more. */
export async function renewSession(
  tx: Transaction,
  { session, now }: Pick<PersonContext, "session" | "now">,
  isByFactor: boolean,
): Promise<Token> {
  const token = newToken();
  await tx
    .update(sessions)
    .set({ tokenHash: hashToken(token), authenticatedAt: now, ...(isByFactor && { factorProvedAt: now }) })
    .where(and(eq(sessions.id, session.id), isNull(sessions.endedAt)));
  return token;
}

export async function endSession(tx: Transaction | typeof db, token: string, now: Date): Promise<void> {
  await tx
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.tokenHash, hashToken(token)), isNull(sessions.endedAt)));
}

export async function endSessions(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx.delete(pendingSignIns).where(eq(pendingSignIns.userId, userId));
  await tx
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt)));
}

/** This session included (rules/authority.md#signin-4). */
export async function signOutEverywhere(ctx: PersonContext): Promise<void> {
  assertRecentlyAuthenticated(ctx, "signOutEverywhere");
  await db.transaction(async (tx) => {
    await endSessions(tx, ctx.user.id, ctx.now);
    await recordAudit(tx, ctx, { action: "user.signedOutEverywhere", subjectId: ctx.user.id });
  });
}

export interface SessionOverview {
  id: string;
  isCurrent: boolean;
  isNewDevice: boolean;
  /** Empty if the user agent is unknown. */
  browser: string;
  system: string;
  address: string;
  createdAt: Date;
  lastSeenAt: Date;
}

export async function listSessions({ user, session, now }: Pick<PersonContext, "user" | "session" | "now">): Promise<SessionOverview[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, user.id), isLive(now)))
    .orderBy(desc(sessions.id))
    .limit(maxListed);
  return rows.map(({ id, isNewDevice, acknowledgedAt, userAgent, address, createdAt, lastSeenAt }) => ({
    id,
    isCurrent: id === session.id,
    isNewDevice: isNewDevice && acknowledgedAt === null,
    ...describeDevice(userAgent),
    address,
    createdAt,
    lastSeenAt,
  }));
}

/** Needs a recent proof of identity: a stolen session must not end the owner's others. */
export async function endOwnSession(ctx: PersonContext, sessionId: string): Promise<void> {
  assertRecentlyAuthenticated(ctx, "endSession");
  await db.transaction(async (tx) => {
    const [ended] = await tx
      .update(sessions)
      .set({ endedAt: ctx.now })
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, ctx.user.id), isNull(sessions.endedAt)))
      .returning({ id: sessions.id });
    if (ended === undefined) throw new NotFound(`there is no session ${sessionId}`, { key: "noSession" });
    await recordAudit(tx, ctx, { action: "user.sessionEnded", subjectId: ctx.user.id, details: { sessionId } });
  });
}

/** Acknowledges the device of this session, or all of the person's new devices up to it; a session cannot acknowledge itself. */
export async function acknowledgeDevices(
  ctx: PersonContext,
  { sessionId, alone = false }: { sessionId: string; alone?: boolean },
): Promise<void> {
  const { id } = sessions;
  await db
    .update(sessions)
    .set({ acknowledgedAt: ctx.now })
    .where(
      and(
        alone ? eq(id, sessionId) : lte(id, sessionId),
        eq(sessions.userId, ctx.user.id),
        ne(id, ctx.session.id),
        isNull(sessions.acknowledgedAt),
      ),
    );
}

export async function expireSessions(now: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, before(now, 30 * 86_400)));
}
