import { db, sql } from "#db/client.ts";
import { tariffProposals } from "#db/schema/tariffs.ts";
import { call, succeed } from "#e2e/api/client.ts";
import { lcd, lmd } from "#e2e/api/samples.ts";
import { makeProduct, makeRenter, makeShop } from "#e2e/api/world.ts";
import type { Shop } from "#e2e/api/world.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { changeUser } from "#lib/account/users/administration.ts";
import { hashToken, pendingCookie, sessionCookie } from "#lib/account/users/cookies.ts";
import { asOwner } from "#lib/account/users/roles.ts";
import { endSession } from "#lib/account/users/sessions.ts";
import { offerSignInPasskeys } from "#lib/account/users/sign-in.ts";
import { asStaff, makeSessionCookie, makeUser, requestDetails } from "#lib/account/users/users.fixture.ts";
import { create as createWebhook } from "#lib/delivery/webhook-settings/manage.ts";
import { sampleSettings } from "#lib/delivery/webhooks/webhooks.fixture.ts";
import { sampleAlert } from "#lib/developer/alerts/alerts.fixture.ts";
import { create as createAlert } from "#lib/developer/alerts/manage.ts";
import { insertSampleClaim } from "#lib/insurance/claims/claims.fixture.ts";
import { createContract } from "#lib/insurance/contracts/endpoints.ts";
import { publicTariff } from "#lib/insurance/prices/public-tariff.ts";
import { configureRenewal } from "#lib/insurance/renewals/endpoints.ts";
import { monthOf } from "#lib/insurance/statements/rules/months.ts";
import type { Environment } from "#lib/platform/environments.ts";
import { newId } from "#lib/platform/ids.ts";
import { partnerRoles } from "#lib/platform/roles.ts";
import type { Role } from "#lib/platform/roles.ts";

/** A partner's world with one of everything that the portal shows. */
export interface PortalWorld extends Shop {
  environment: Environment;
  /** The values of the parameters in the portal's paths, such as `[webhookId]`. */
  ids: Record<string, string>;
}

/** Makes the world; what support would look up of it is among its `ids`. */
export async function makePortalWorld(): Promise<PortalWorld> {
  const shop = await makeShop();
  const { key, world, partner, uid } = shop;
  const { id: userId } = await makeUser({ role: "owner", partnerId: partner.id });
  const owner = { actor: { type: "user", userId, partnerId: partner.id }, user: { role: "owner", id: userId } } as const;
  const ctx = asOwner({ ...owner, realTime: new Date(), address: "192.0.2.7", world });
  const { id: webhookId } = await createWebhook(ctx, {
    name: "Back office of its owner",
    url: "https://hooks.example.com/covergate?token=s3cret-of-its-owner",
    enabled: false,
    eventTypes: ["v2.contract.created"],
  });
  const { id: alertId } = await createAlert(ctx, { ...sampleAlert, url: "https://hooks.example.com/s3cret-of-its-owner" });
  const production = { ...asStaff, realTime: new Date(), world: partner.production.world };
  const { id: productionWebhookId } = await createWebhook(production, sampleSettings);
  const { uid: productId } = await makeProduct(key);
  const { cid = "" } = await succeed(key, createContract, { body: lmd(uid) });
  await succeed(partner.production.key, createContract, { body: lmd(await makeRenter(partner.production.key)) });
  const { arid } = await succeed(key, configureRenewal, { params: { contractId: cid }, body: { use_notification: true } });
  const { executionId } = await call(key, createContract, { body: lcd(uid) });
  await waitFor(async () => {
    const logged = await sql`select from calls where execution_id = ${executionId}`;
    if (logged.length === 0) throw new Error("The call is not in the log yet.");
  });
  const proposalId = newId("trp");
  await db.insert(tariffProposals).values({
    id: proposalId,
    name: partner.id,
    version: "1",
    effectiveFrom: new Date("2099-12-31T23:00:00.000Z"),
    rates: publicTariff.rates,
    reason: "Yearly revision",
    status: "waiting",
    proposedBy: userId,
    proposedAt: new Date(),
  });
  const [tariff] = await sql<{ id: string }[]>`select id from tariffs where name = ${publicTariff.name} limit 1`;
  const [delivery] = await sql<
    { id: string; eventId: string }[]
  >`select id, event_id from deliveries where webhook_id = ${webhookId} order by id limit 1`;
  const { id: claimId, documents } = await insertSampleClaim(world.id, { uid, test: true });
  return {
    ...shop,
    environment: "development",
    ids: {
      environment: "development",
      partnerId: partner.id,
      keyId: shop.keyId,
      productionKeyId: partner.production.keyId,
      alertId,
      webhookId,
      productionWebhookId,
      deliveryId: delivery?.id ?? "",
      eventId: delivery?.eventId ?? "",
      eventType: "v2.contract.created",
      executionId,
      contractId: cid,
      cid,
      arid,
      claimId,
      documentId: documents[0]?.id ?? "",
      // The claim's id on its partner's pages.
      id: claimId,
      productId,
      uid,
      proposalId,
      tariffId: tariff?.id ?? "",
      month: monthOf(new Date()),
      format: "csv",
      chapter: "contracts",
      guide: "webhooks",
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
    developer: await cookieOf({ role: "developer", partnerId: partner.id }),
    "developer-member": await cookieOf({ role: "developer-member", partnerId: partner.id }),
    member: await cookieOf({ role: "member", partnerId: partner.id }),
    stranger: await cookieOf({ role: "owner", partnerId: other.partner.id }),
    administrator: await cookieOf("administrator"),
    support: await cookieOf("support"),
    handler: await cookieOf("handler"),
  };
}

/** Cookies of sessions that are over, each for its own reason, and of a sign-in that waits for its second step. */
export async function makeClosedSessions({ partner }: PortalWorld): Promise<Record<string, string>> {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const make = async (now = new Date()) => {
    const user = await makeUser({ role: "owner", partnerId: partner.id });
    const cookie = await makeSessionCookie(user, { now });
    return { user, cookie, token: cookie.slice(cookie.indexOf("=") + 1) };
  };
  const [signedOut, idle, disabled] = [await make(), await make(minutesAgo(61)), await make()];
  await endSession(db, signedOut.token, new Date());
  await changeUser(asStaff, disabled.user.id, { disabled: true, reason: "asked by phone" });
  const aged = await make();
  await sql`update sessions set expires_at = now() where user_id = ${aged.user.id}`;
  // Simulates a browser that sends the token of the second step as a session's.
  const { pending } = await offerSignInPasskeys(undefined, requestDetails());
  const { user: half } = await make();
  await sql`
    update pending_sign_ins set user_id = ${half.id}, signed_in_by = 'password' where token_hash = ${hashToken(pending)}`;
  return {
    "signed out": signedOut.cookie,
    idle: idle.cookie,
    "twelve hours old": aged.cookie,
    disabled: disabled.cookie,
    "half signed in": `${sessionCookie}=${pending}; ${pendingCookie}=${pending}`,
    forged: `${sessionCookie}=${hashToken(signedOut.token)}`,
    "a user's id": `${sessionCookie}=${half.id}`,
  };
}

const isPartnerRole = (role: Role): role is (typeof partnerRoles)[number] => partnerRoles.some((each) => each === role);

/** The cookie of somebody of the world, or of the operator's, who proved who they are eleven minutes ago. */
export async function makeStaleSession({ partner }: PortalWorld, role: Role): Promise<string> {
  const user = await makeUser(isPartnerRole(role) ? { role, partnerId: partner.id } : role);
  return makeSessionCookie(user, { now: new Date(Date.now() - 11 * 60_000) });
}
