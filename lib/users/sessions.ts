import { and, desc, eq, exists, gt, isNotNull, isNull, lt, lte, ne, or, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { partners } from "#db/schema/partners.ts";
import { authenticatorApps, passkeys } from "#db/schema/second-factors.ts";
import { pendingSignIns, sessions } from "#db/schema/sessions.ts";
import { users } from "#db/schema/users.ts";
import { noteAudit } from "#lib/audit/note.ts";
import { newId } from "#lib/ids.ts";
import { NotFound, Refusal } from "#lib/refusal.ts";
import type { BrowserOccasion, Occasion, PersonContext } from "#lib/users/contexts.ts";
import { hashToken, newToken } from "#lib/users/cookies.ts";
import { assertRecentlyAuthenticated } from "#lib/users/guards.ts";
import { describeDevice } from "#lib/users/rules/device-name.ts";
import type { SignedIn, SignInMethod } from "#lib/users/schema.ts";

/** How long a session lasts, in seconds: a working day. */
export const sessionSeconds = 12 * 3600;
/** How long it lasts without a request. */
const idleSeconds = 3600;
/** "Last seen" is written no more often. */
const seenSeconds = 60;
/** So many of the newest are listed. */
const maxListed = 50;
const maxUserAgentLength = 400;

/** Starts a session; the token, which is kept nowhere, goes into the browser's cookie. */
export async function startSession(
  tx: Transaction | typeof db,
  { now, address, userAgent }: Pick<BrowserOccasion, "now" | "address" | "userAgent">,
  { userId, signedInBy, isNewDevice }: { userId: string; signedInBy: SignInMethod; isNewDevice: boolean },
): Promise<string> {
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
    isNewDevice,
  });
  return token;
}

function isLive(now: Date): SQL | undefined {
  return and(isNull(sessions.endedAt), gt(sessions.expiresAt, now), gt(sessions.lastSeenAt, before(now, idleSeconds)));
}

function before(now: Date, seconds: number): Date {
  return new Date(now.getTime() - seconds * 1000);
}

const other = alias(sessions, "other");

/** The newest sign-in on a new device that the user has not said to be their own; of this session, other ones are told. */
const newDevice = db
  .select({
    told: sql`json_build_object('count', count(*) over (), 'sessionId', ${other.id}, 'userAgent', ${other.userAgent}, 'address', ${other.address}, 'at', ${other.createdAt})`,
  })
  .from(other)
  .where(and(eq(other.userId, sessions.userId), other.isNewDevice, isNull(other.acknowledgedAt), ne(other.id, sessions.id)))
  .orderBy(desc(other.id))
  .limit(1);

/** Whether the row of `users` beside it has a passkey or an authenticator app. */
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
 * Who is signed in with a cookie, read from the rows at each request: undefined once the session has ended or the user was disabled, and
 * while the partner is suspended (portal.md § Sign-in). The same statement writes when the session was last seen.
 */
export async function findSession(token: string | undefined, { now, address }: Occasion): Promise<SignedIn | undefined> {
  if (token === undefined || token === "") return undefined;
  const isThis = and(eq(sessions.tokenHash, hashToken(token)), isLive(now));
  const seen = db.$with("seen").as(
    db
      .update(sessions)
      .set({ lastSeenAt: now, address })
      .where(and(isThis, lte(sessions.lastSeenAt, before(now, seenSeconds)))),
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
        hasSecondFactor: sql<boolean>`${hasSecondFactor}`,
        newDevice: sql<(Omit<NonNullable<SignedIn["session"]["newDevice"]>, "at"> & { at: string }) | null>`${newDevice}`,
      },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(partners, eq(partners.id, users.partnerId))
    .where(and(isThis, isNull(users.disabledAt)));
  if (row === undefined || row.status === "suspended") return undefined;
  const told = row.session.newDevice;
  return {
    user: { ...row.user, partner: row.partner },
    session: { ...row.session, newDevice: told && { ...told, at: new Date(told.at) } },
  };
}

/**
 * Rejects whoever began something long and is no longer let in: their session has ended, or they have been disabled, have another role,
 * or are of a partner that has been suspended.
 */
export async function assertStillSignedIn({ user, session }: Pick<SignedIn, "user"> & { session: { id: string } }): Promise<void> {
  const found = await db
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
  if (found.length === 0) throw new Refusal("this session is over", { key: "signedOut" });
}

/** Notes that the user of a session has proved again who they are, and gives it another token: the one before names nothing any more. */
export async function renewSession(tx: Transaction, { session, now }: Pick<PersonContext, "session" | "now">): Promise<string> {
  const token = newToken();
  await tx
    .update(sessions)
    .set({ tokenHash: hashToken(token), authenticatedAt: now })
    .where(and(eq(sessions.id, session.id), isNull(sessions.endedAt)));
  return token;
}

/** Ends the session of a cookie: its user signs out, or signs in anew. */
export async function endSession(tx: Transaction | typeof db, token: string, now: Date): Promise<void> {
  await tx
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.tokenHash, hashToken(token)), isNull(sessions.endedAt)));
}

/** Ends every session of a user, and those that wait for a second step. */
export async function endSessions(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx.delete(pendingSignIns).where(eq(pendingSignIns.userId, userId));
  await tx
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt)));
}

/** Ends every session of the person who asks, this one included (portal.md § Sign-in). */
export async function signOutEverywhere(ctx: PersonContext): Promise<void> {
  assertRecentlyAuthenticated(ctx);
  await db.transaction(async (tx) => {
    await endSessions(tx, ctx.user.id, ctx.now);
    await noteAudit(tx, ctx, { action: "user.signedOutEverywhere", subjectId: ctx.user.id });
  });
}

/** A session of one's own, as the settings list it. */
export interface SessionOverview {
  id: string;
  /** Whether it is the one that asks. */
  isCurrent: boolean;
  isNewDevice: boolean;
  /** As the browser tells; empty where it tells nothing that is known. */
  browser: string;
  system: string;
  address: string;
  createdAt: Date;
  lastSeenAt: Date;
}

/** The person's own sessions that are not over, the newest first. */
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

/** Ends one of the person's own sessions: whoever has stolen one does not throw its owner out of the others. */
export async function endOwnSession(ctx: PersonContext, sessionId: string): Promise<void> {
  assertRecentlyAuthenticated(ctx);
  await db.transaction(async (tx) => {
    const [ended] = await tx
      .update(sessions)
      .set({ endedAt: ctx.now })
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, ctx.user.id), isNull(sessions.endedAt)))
      .returning({ id: sessions.id });
    if (ended === undefined) throw new NotFound(`there is no session ${sessionId}`, { key: "noSession" });
    await noteAudit(tx, ctx, { action: "user.sessionEnded", subjectId: ctx.user.id, details: { sessionId } });
  });
}

/** The person says that their sign-ins on new devices, this one and those before it, were their own. No session says so of itself. */
export async function acknowledgeDevices(ctx: PersonContext, sessionId: string): Promise<void> {
  await db
    .update(sessions)
    .set({ acknowledgedAt: ctx.now })
    .where(
      and(lte(sessions.id, sessionId), eq(sessions.userId, ctx.user.id), ne(sessions.id, ctx.session.id), isNull(sessions.acknowledgedAt)),
    );
}

/** Forgets sessions a month after they could last. */
export async function expireSessions(now: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, before(now, 30 * 86_400)));
}
