import { randomUUID } from "node:crypto";
import { db, sql } from "#db/client.ts";
import { decryptKeyText } from "#lib/account/keys/secrets.ts";
import { create as createPartner } from "#lib/account/partners/change.ts";
import { sessionCookie } from "#lib/account/users/cookies.ts";
import { inviteAtTerminal } from "#lib/account/users/invite.ts";
import { startSession } from "#lib/account/users/sessions.ts";
import type { OperatorContext, World } from "#lib/account/worlds/context.ts";
import { enterWorld } from "#lib/account/worlds/find.ts";
import { eventTypes } from "#lib/delivery/event-catalogue.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import { create as createWebhook } from "#lib/delivery/webhook-settings/manage.ts";
import { environments } from "#lib/platform/environments.ts";
import type { Environment } from "#lib/platform/environments.ts";
import { currentTime } from "#lib/platform/time/clock.ts";
import type { LoadWebhooks } from "#scripts/load/deliveries.ts";

const contractEvents = eventTypes.filter((type) => type.startsWith("v2.contract."));
/** The event types of each webhook; their host resolves nowhere, so that a replay reaches nobody. */
const webhookSettings: Record<string, { name: string; eventTypes: readonly EventType[]; enabled: boolean }> = {
  all: { name: "Everything", eventTypes, enabled: true },
  most: { name: "Contracts", eventTypes: contractEvents, enabled: true },
  few: { name: "Contracts, second system", eventTypes: contractEvents, enabled: true },
  waiting: { name: "Disabled", eventTypes: contractEvents, enabled: false },
};
const otherNames = ["Accounts", "Archive", "Fleet", "Mail", "Reports"];
/** An event has at most so many deliveries, but for one that waits. */
export const mostDeliveries = 2 + otherNames.length;

export interface VolumePartner {
  worlds: Record<Environment, { world: World; keyId: string }>;
  webhooks: LoadWebhooks;
  owner: string;
  /** The owner's one-time password link, if the owner was just created. */
  passwordToken: string | undefined;
}

/** A partner with its owner, and with webhooks in production; missing parts are created. */
export async function ensureVolumePartner(ctx: OperatorContext, name = "Volume"): Promise<VolumePartner> {
  const owner = { name: `Vera ${name}`, email: `owner@${name.toLowerCase()}.example`, role: "owner" } as const;
  const [row] = await sql<{ id: string }[]>`select id from partners where name = ${name}`;
  const partnerId = row?.id ?? (await createPartner(ctx, { name })).id;
  const [existing] = await sql`select from users where email = ${owner.email}`;
  const passwordToken = existing === undefined ? (await inviteAtTerminal(ctx, { partnerId, ...owner })).token : undefined;
  const entered = await Promise.all(
    environments.map(async (environment) => [environment, await enter(ctx, partnerId, environment)] as const),
  );
  const worlds = Object.fromEntries(entered) as VolumePartner["worlds"];
  return { worlds, webhooks: await ensureWebhooks(ctx, worlds.production.world), owner: owner.email, passwordToken };
}

async function enter(ctx: OperatorContext, partnerId: string, environment: Environment) {
  const { world } = await enterWorld(ctx, partnerId, environment);
  const [key] = await sql<{ id: string }[]>`select id from api_keys where world_id = ${world.id} and name is null order by id limit 1`;
  if (key === undefined) throw new Error(`a partner has no key for ${environment}`);
  return { world, keyId: key.id };
}

async function ensureWebhooks(ctx: OperatorContext, world: World): Promise<LoadWebhooks> {
  const existing = await sql<
    { id: string; name: string }[]
  >`select id, name from webhooks where world_id = ${world.id} and deleted_at is null`;
  const others = otherNames.map((name) => [name.toLowerCase(), { name, eventTypes: contractEvents, enabled: true }] as const);
  const ids: Record<string, string> = {};
  for (const [role, { name: called, enabled, eventTypes: types }] of [...Object.entries(webhookSettings), ...others]) {
    const settings = { name: called, url: `https://volume.invalid/${role}`, enabled, eventTypes: [...types] };
    ids[role] =
      existing.find((webhook) => webhook.name === called)?.id ?? (await createWebhook({ ...ctx, realTime: ctx.now, world }, settings)).id;
  }
  const { all = "", most = "", few = "", waiting = "" } = ids;
  return { all, most, few, waiting, others: others.map(([role]) => ids[role] ?? "") };
}

/** Somebody with a session at a server. */
export interface Visitor {
  url: string;
  cookie: string;
}

export interface Owner extends Visitor {
  world: World;
  /** Of the partner's system. */
  key: string;
}

/** The owner in production. */
export async function enterAsOwner({ owner, worlds }: VolumePartner, url: string): Promise<Owner> {
  const { world, keyId } = worlds.production;
  const [user] = await sql<{ id: string }[]>`select id from users where email = ${owner}`;
  const [key] = await sql<{ ciphertext: string }[]>`select ciphertext from api_keys where id = ${keyId}`;
  return { url, cookie: await signIn(user?.id ?? ""), world, key: decryptKeyText(key?.ciphertext ?? "", keyId) };
}

/** A new member of support. */
export async function enterAsSupport(ctx: OperatorContext, url: string): Promise<Visitor> {
  const person = { partnerId: null, role: "support", name: "Sam Support", email: `${randomUUID()}@staff.example` } as const;
  return { url, cookie: await signIn((await inviteAtTerminal(ctx, person)).userId) };
}

async function signIn(userId: string): Promise<string> {
  const browser = { now: currentTime(), address: "192.0.2.1", userAgent: "" };
  const token = await startSession(db, browser, { userId, signedInBy: "password", isNewDevice: false, factorProvedAt: null });
  return `${sessionCookie}=${token}`;
}
