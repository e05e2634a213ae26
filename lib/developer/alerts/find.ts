import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { alertRules } from "#db/schema/alerts.ts";
import { worlds } from "#db/schema/partners.ts";
import { users } from "#db/schema/users.ts";
import type { World } from "#lib/account/worlds/context.ts";
import { alertKinds } from "#lib/developer/alerts/schema-kinds.ts";
import type { AlertKind } from "#lib/developer/alerts/schema-kinds.ts";
import { NotFound } from "#lib/platform/errors/user-error.ts";
import { developerRoles } from "#lib/platform/roles.ts";

export type AlertRule = typeof alertRules.$inferSelect;

/** Finds a rule of this world, and locks it with a transaction; NotFound for one of another world. */
export async function findRule(world: Pick<World, "id">, ruleId: string, tx?: Transaction): Promise<AlertRule> {
  const wanted = and(eq(alertRules.id, ruleId), eq(alertRules.worldId, world.id));
  const query = (tx ?? db).select().from(alertRules).where(wanted);
  const [rule] = await (tx === undefined ? query : query.for("no key update"));
  if (rule === undefined) throw new NotFound(`there is no alert ${ruleId}`, { key: "noAlert" });
  return rule;
}

export interface Person {
  id: string;
  name: string;
  email: string;
  isDeveloper: boolean;
}

const maxPeople = 200;
const isDeveloper = inArray(users.role, developerRoles);

/** Lists the people of a world's partner, or those `among` some who may receive a kind: members only what they see in the portal. */
export async function listPeople(worldId: number, among?: { kind: AlertKind; recipients: readonly string[] }): Promise<Person[]> {
  return db
    .select({ id: users.id, name: users.name, email: users.email, isDeveloper: sql<boolean>`${isDeveloper}` })
    .from(users)
    .innerJoin(worlds, eq(worlds.partnerId, users.partnerId))
    .where(
      and(
        eq(worlds.id, worldId),
        isNull(users.disabledAt),
        among === undefined ? undefined : inArray(users.id, [...among.recipients]),
        among === undefined || alertKinds[among.kind].isForMembers ? undefined : isDeveloper,
      ),
    )
    .orderBy(users.name, users.id)
    .limit(maxPeople);
}
