import postgres from "postgres";
import type { Sql } from "postgres";
import { ensurePartitions } from "#db/partitions.ts";
import type { CeilingMethods } from "#scripts/bench/events/ceiling.ts";
import type { InstanceMethods } from "#scripts/bench/events/instance.ts";
import type { ReceiverMethods } from "#scripts/bench/events/receiver.ts";
import { makeSubscribers } from "#scripts/bench/events/subject.ts";
import type { Subscriber } from "#scripts/bench/events/subject.ts";
import { startWorker } from "#scripts/bench/worker.ts";
import type { Worker } from "#scripts/bench/worker.ts";
import type { Running } from "#scripts/lifecycle.ts";

/** Days of which there are partitions, as after a month of use. */
const daysBefore = 30;
const webhooks = 50;
const msPerDay = 86_400_000;

/** All that takes part: the database, partners' endpoints, who delivers, and who is the ceiling. */
export interface Stage {
  sql: Sql;
  settings: Record<string, string>;
  subscribers: Subscriber[];
  /** Of an endpoint that takes requests and answers none. */
  deadPort: number;
  receiver: Worker<ReceiverMethods>;
  instance: Worker<InstanceMethods>;
  ceiling: Worker<CeilingMethods>;
}

export async function openStage(running: Running, settings: Record<string, string>): Promise<Stage> {
  const sql = postgres(settings["DATABASE_URL"] ?? "", { max: 2, onnotice: () => undefined, connection: { TimeZone: "UTC" } });
  running.onStop(() => sql.end());
  const now = Date.now();
  for (let back = daysBefore; back >= 0; back -= 7) await ensurePartitions(sql, new Date(now - back * msPerDay));
  const receiver = startWorker<ReceiverMethods>(running, "events/receiver.ts", {});
  const { ports, deadPort } = await receiver.call("open", webhooks);
  const allowedHosts = [...ports, deadPort].map((port) => `localhost:${port}`).join(",");
  return {
    sql,
    settings,
    subscribers: await makeSubscribers(sql, ports),
    deadPort,
    receiver,
    instance: startWorker<InstanceMethods>(running, "events/instance.ts", { ...settings, WEBHOOK_ALLOWED_HOSTS: allowedHosts }),
    ceiling: startWorker<CeilingMethods>(running, "events/ceiling.ts", {}),
  };
}

/** Returns when nothing waits any more, but for what of these webhooks. */
export async function waitUntilDelivered({ sql }: Stage, except: readonly string[] = []): Promise<void> {
  const isDone = async () =>
    (await sql`select from delivery_queue where webhook_id <> all(${except as string[]}::text[]) limit 1`).length === 0;
  while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, pollMs));
}

const pollMs = 100;
