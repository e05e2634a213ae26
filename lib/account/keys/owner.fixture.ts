import { asDeveloper, asOwner } from "#lib/account/users/roles.ts";
import type { CurrentSession, SessionUser } from "#lib/account/users/schema.ts";
import { freshSession, makeUser } from "#lib/account/users/users.fixture.ts";
import type { OwnerContext, World } from "#lib/account/worlds/context.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";
import type { Environment } from "#lib/platform/environments.ts";

export type SignedInOwner = OwnerContext & { world: World; user: Pick<SessionUser, "id" | "role">; session: CurrentSession };

/** A partner with an owner, who acts in its worlds as a developer of it does. */
export async function makeOwner() {
  const partner = await makePartner();
  const { id } = await makeUser({ role: "owner", partnerId: partner.id });
  const as = <const Role extends "owner" | "developer">(userId: string, role: Role, environment: Environment, now: Date) => ({
    realTime: now,
    actor: { type: "user", userId, partnerId: partner.id } as const,
    address: "192.0.2.7",
    world: partner.worlds[environment],
    user: { id: userId, role },
    session: freshSession(now),
  });
  const owner = (environment: Environment, now: Date): SignedInOwner => asOwner(as(id, "owner", environment, now));
  const makeDeveloper = async () => {
    const { id: developerId } = await makeUser({ role: "developer", partnerId: partner.id });
    return (environment: Environment, now: Date) => asDeveloper(as(developerId, "developer", environment, now));
  };
  return { ...partner, ownerId: id, owner, makeDeveloper };
}
