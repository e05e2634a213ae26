import { vi } from "vitest";
import { sql } from "#db/client.ts";
import { call, succeed } from "#e2e/api/client.ts";
import { lcd, lmd } from "#e2e/api/samples.ts";
import { makeProduct, makeShop } from "#e2e/api/world.ts";
import type { Shop } from "#e2e/api/world.ts";
import { insertSampleClaim } from "#lib/claims/claims.fixture.ts";
import { createContract } from "#lib/contracts/endpoints.ts";
import type { Environment } from "#lib/partners/schema.ts";
import { configureRenewal } from "#lib/renewals/endpoints.ts";
import { makeSessionCookie, makeUser } from "#lib/users/users.fixture.ts";
import { create as createWebhook } from "#lib/webhooks/create.ts";

/** A partner's world with one of everything that the portal shows. */
export interface PortalWorld extends Shop {
  environment: Environment;
  /** What stands for a parameter of a portal's path, such as `[webhookId]`. */
  ids: Record<string, string>;
}

/** Makes the world; what support would look up of it is among its `ids`. */
export async function makePortalWorld(): Promise<PortalWorld> {
  const shop = await makeShop();
  const { key, world, partner, uid } = shop;
  const { id: userId } = await makeUser({ role: "owner", partnerId: partner.id });
  const owner = { actor: { type: "user", userId, partnerId: partner.id }, user: { role: "owner" } } as const;
  const ctx = { ...owner, realTime: new Date(), address: "192.0.2.7", world };
  const { id: webhookId } = await createWebhook(ctx, {
    name: "Back office of its owner",
    url: "https://hooks.example.com/covergate?token=s3cret-of-its-owner",
    enabled: false,
    eventTypes: ["v2.contract.created"],
  });
  const { uid: productId } = await makeProduct(key);
  const { cid = "" } = await succeed(key, createContract, { body: lmd(uid) });
  const { arid } = await succeed(key, configureRenewal, { params: { contractId: cid }, body: { use_notification: true } });
  const { executionId } = await call(key, createContract, { body: lcd(uid) });
  await vi.waitFor(
    async () => {
      const logged = await sql`select from calls where execution_id = ${executionId}`;
      if (logged.length === 0) throw new Error("The call is not in the log yet.");
    },
    { timeout: 10_000, interval: 20 },
  );
  const [delivery] = await sql<
    { id: string; eventId: string }[]
  >`select id, event_id as "eventId" from deliveries where webhook_id = ${webhookId} order by id limit 1`;
  const { id: claimId, documents } = await insertSampleClaim(world.id, { uid, test: true });
  return {
    ...shop,
    environment: "development",
    ids: {
      environment: "development",
      partnerId: partner.id,
      keyId: shop.keyId,
      webhookId,
      deliveryId: delivery?.id ?? "",
      eventId: delivery?.eventId ?? "",
      eventType: "v2.contract.created",
      executionId,
      contractId: cid,
      cid,
      arid,
      claimId,
      documentId: documents[0]?.id ?? "",
      // Of a claim on its partner's pages.
      id: claimId,
      productId,
      uid,
      chapter: "contracts",
      userId,
    },
  };
}

/** The cookies of those who may come to the portal's door. */
export async function makeVisitors({ partner }: PortalWorld) {
  const other = await makeShop();
  const cookieOf = async (role: Parameters<typeof makeUser>[0]) => makeSessionCookie(await makeUser(role));
  return {
    owner: await cookieOf({ role: "owner", partnerId: partner.id }),
    member: await cookieOf({ role: "member", partnerId: partner.id }),
    stranger: await cookieOf({ role: "owner", partnerId: other.partner.id }),
    support: await cookieOf("support"),
    handler: await cookieOf("handler"),
  };
}
