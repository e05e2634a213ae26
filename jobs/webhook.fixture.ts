import { sql } from "#db/client.ts";
import { asPerson } from "#lib/account/users/users.fixture.ts";
import type { OwnerContext, World } from "#lib/account/worlds/context.ts";
import { emit } from "#lib/delivery/events/emit.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { createSender } from "#lib/delivery/webhooks/post.ts";
import type { Sender } from "#lib/delivery/webhooks/post.ts";
import { receive } from "#lib/delivery/webhooks/receiver.fixture.ts";
import type { LoopbackReceiver } from "#lib/delivery/webhooks/receiver.fixture.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";
import { newId } from "#lib/platform/ids.ts";
import { realMoment } from "#lib/platform/time/clock.ts";

export interface SampleWebhook {
  id: string;
  world: World;
  receiver: LoopbackReceiver;
  sender: Sender;
  at(now: Date): OwnerContext;
  /** The received deliveries with their attempt numbers, in order of arrival. */
  received(): string[];
  close(): Promise<void>;
}

/** A webhook for created contracts whose receiver answers with these statuses, and repeats the last one. */
export async function makeWebhook(...statuses: number[]): Promise<SampleWebhook> {
  const receiver = await receive((response) =>
    response.writeHead(statuses.length > 1 ? (statuses.shift() ?? 200) : (statuses[0] ?? 200)).end(),
  );
  const sender = createSender({ allowedHosts: [`localhost:${receiver.port}`] });
  const { contexts } = await makePartner();
  const owner = asPerson(contexts.production, "owner");
  const { world, now } = owner;
  const id = newId("whk");
  await sql`
    insert into webhooks (id, world_id, name, url, enabled, event_types, created_at, updated_at)
    values (${id}, ${world.id}, 'sample', ${receiver.url}, true, ${["v2.contract.created"]}, ${now}, ${now})`;
  return {
    id,
    world,
    receiver,
    sender,
    at: (moment) => ({ ...owner, realTime: moment }),
    received: () => receiver.requests.map(({ headers }) => `${String(headers["x-delivery-id"])} ${String(headers["x-delivery-attempt"])}`),
    async close() {
      await sender.close();
      await receiver.close();
    },
  };
}

export async function setEnabled(webhook: Pick<SampleWebhook, "id">, enabled: boolean): Promise<void> {
  await sql`update webhooks set enabled = ${enabled} where id = ${webhook.id}`;
}

/** Emits an event per delivery in one transaction; returns the ids of the deliveries. */
export async function queueDeliveries(
  { id, world }: Pick<SampleWebhook, "id" | "world">,
  now: Date,
  count = 1,
): Promise<[string, ...string[]]> {
  const happened = Array.from({ length: count }, (_none, index) => ({
    worldId: world.id,
    eventType: "v2.contract.created" as const,
    subjectId: `contract ${index}`,
    executionId: null,
    data: { index },
  }));
  await transact((tx) => emit(tx, happened, realMoment(now)));
  const rows = await sql<
    { id: string }[]
  >`select delivery_id as id from delivery_queue where webhook_id = ${id} order by event_id desc limit ${count}`;
  return rows.map((row) => row.id).toReversed() as [string, ...string[]];
}

export interface StoredDelivery {
  status: string;
  attempts: number;
  queued: { dueAt: Date } | null;
}

export async function readDelivery(id: string): Promise<StoredDelivery> {
  const [row] = await sql<(Omit<StoredDelivery, "queued"> & { isQueued: boolean; dueAt: Date })[]>`
    select d.status, d.attempts, q.delivery_id is not null as "isQueued", q.due_at
    from deliveries d left join delivery_queue q on q.delivery_id = d.id where d.id = ${id}`;
  if (row === undefined) throw new Error(`there is no delivery ${id}`);
  const { status, attempts, isQueued, dueAt } = row;
  return {
    status,
    attempts,
    queued: isQueued ? { dueAt } : null,
  };
}
