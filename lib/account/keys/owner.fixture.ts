import { asOwner } from "#lib/account/users/roles.ts";
import type { CurrentSession, SessionUser } from "#lib/account/users/schema.ts";
import { freshSession, makeUser } from "#lib/account/users/users.fixture.ts";
import type { OwnerContext, World } from "#lib/account/worlds/context.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";
import type { Environment } from "#lib/platform/environments.ts";

export type SignedInOwner = OwnerContext & { world: World; user: Pick<SessionUser, "id" | "role">; session: CurrentSession };

export async function makeOwner() {
  const partner = await makePartner();
  const { id } = await makeUser({ role: "owner", partnerId: partner.id });
  const owner = (environment: Environment, now: Date): SignedInOwner =>
    asOwner({
      realTime: now,
      actor: { type: "user", userId: id, partnerId: partner.id } as const,
      address: "192.0.2.7",
      world: partner.worlds[environment],
      user: { id, role: "owner" } as const,
      session: freshSession(now),
    });
  return { ...partner, ownerId: id, owner };
}
