import { eq } from "drizzle-orm";
import { db } from "#db/client.ts";
import { partners } from "#db/schema/partners.ts";
import { users } from "#db/schema/users.ts";
import { consoleContext } from "#lib/account/users/contexts.ts";
import { asHandler, asOwner, asSupport } from "#lib/account/users/roles.ts";
import type { ContextOf } from "#lib/account/users/roles.ts";
import type { CurrentSession, SessionUser } from "#lib/account/users/schema.ts";
import type { ApiContext, HandlerContext } from "#lib/account/worlds/context.ts";

/** The people of the demo, each acting at a moment as if just signed in. */
export interface People {
  /** The handlers that the demo has, by turns. */
  handler(turn: number, now: Date): HandlerContext;
  support(turn: number, now: Date): ContextOf["support"];
  /** An owner of the partner of the world; undefined if there is none left. */
  owner(world: ApiContext, realTime: Date): ContextOf["owner"] | undefined;
}

const address = "192.0.2.10";

/** Reads who is left of the demo's people: those who were disabled or have another role do nothing. */
export async function findPeople(): Promise<People> {
  const rows = await db.select().from(users).leftJoin(partners, eq(partners.id, users.partnerId)).orderBy(users.id);
  const active = rows.filter(({ users: { disabledAt } }) => disabledAt === null);
  const people = active.map(({ users: { id, email, name, role }, partners: partner }): SessionUser => {
    return { id, email, name, role, partner: partner && { id: partner.id, name: partner.name } };
  });
  const staffAt = (role: "handler" | "support", turn: number, now: Date) => {
    const all = people.filter((person) => person.role === role);
    const user = all[turn % all.length];
    if (user === undefined) throw new Error(`the demo has no ${role} left`);
    return consoleContext({ user, session: sessionAt(now) }, { now, address });
  };
  return {
    handler: (turn, now) => asHandler(staffAt("handler", turn, now)),
    support: (turn, now) => asSupport(staffAt("support", turn, now)),
    owner(world, realTime) {
      const user = people.find(({ role, partner }) => role === "owner" && partner?.id === world.world.partnerId);
      if (user === undefined) return undefined;
      const actor = { type: "user", userId: user.id, partnerId: world.world.partnerId } as const;
      return asOwner({ ...world, now: realTime, realTime, actor, address, user, session: sessionAt(realTime) });
    },
  };
}

function sessionAt(authenticatedAt: Date): CurrentSession {
  return { id: "demo", authenticatedAt, hasSecondFactor: true, newDevice: null };
}
