import { sql } from "#db/client.ts";
import { create as createPartner } from "#lib/account/partners/change.ts";
import { inviteAtTerminal } from "#lib/account/users/invite.ts";
import type { OperatorContext, World } from "#lib/account/worlds/context.ts";
import { enterWorld } from "#lib/account/worlds/find.ts";
import { eventTypes } from "#lib/delivery/event-catalogue.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import { create as createWebhook } from "#lib/delivery/webhook-settings/manage.ts";
import { environments } from "#lib/platform/environments.ts";
import type { Environment } from "#lib/platform/environments.ts";
import type { LoadWebhooks } from "#scripts/load/deliveries.ts";

const name = "Volume";
const owner = { name: "Vera Volume", email: "owner@volume.example", role: "owner" } as const;

const contractEvents = eventTypes.filter((type) => type.startsWith("v2.contract."));
/** The event types of each webhook; their host resolves nowhere, so that a replay reaches nobody. */
const webhookSettings: Record<keyof LoadWebhooks, { name: string; eventTypes: readonly EventType[]; enabled: boolean }> = {
  all: { name: "Everything", eventTypes, enabled: true },
  most: { name: "Contracts", eventTypes: contractEvents, enabled: true },
  few: { name: "Contracts, second system", eventTypes: contractEvents, enabled: true },
  waiting: { name: "Disabled", eventTypes: contractEvents, enabled: false },
};

export interface VolumePartner {
  worlds: Record<Environment, { world: World; keyId: string }>;
  webhooks: LoadWebhooks;
  owner: string;
  /** The owner's one-time password link, if the owner was just created. */
  passwordToken: string | undefined;
}

/** The load partner with its webhooks in production; missing parts are created. */
export async function ensureVolumePartner(ctx: OperatorContext): Promise<VolumePartner> {
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
  if (key === undefined) throw new Error(`${name} has no key for ${environment}`);
  return { world, keyId: key.id };
}

async function ensureWebhooks(ctx: OperatorContext, world: World): Promise<LoadWebhooks> {
  const existing = await sql<
    { id: string; name: string }[]
  >`select id, name from webhooks where world_id = ${world.id} and deleted_at is null`;
  const ids: Partial<LoadWebhooks> = {};
  for (const [role, { name: called, enabled, eventTypes: types }] of Object.entries(webhookSettings)) {
    const url = `https://volume.invalid/${role}`;
    const settings = { name: called, url, enabled, eventTypes: [...types] };
    const id =
      existing.find((webhook) => webhook.name === called)?.id ?? (await createWebhook({ ...ctx, realTime: ctx.now, world }, settings)).id;
    ids[role as keyof LoadWebhooks] = id;
  }
  return ids as LoadWebhooks;
}
