import { sql } from "#db/client.ts";
import { startEmbeddedJobs } from "#jobs/embedded.ts";
import type { Jobs } from "#jobs/embedded.ts";
import { emit } from "#lib/delivery/events/emit.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { createSender } from "#lib/delivery/webhooks/post.ts";
import type { Sender } from "#lib/delivery/webhooks/post.ts";
import { eventSamples } from "#lib/developer/events/samples.ts";
import { env } from "#lib/platform/env.ts";
import { realMoment } from "#lib/platform/time/clock.ts";
import { serveCalls } from "#scripts/bench/processes.ts";

export interface Production {
  worldIds: number[];
  seconds: number;
  /** Events per second; null for as many as are delivered, with `waiting` in the queue. */
  rate: number | null;
  waiting: number;
  perTransaction: number;
}

/** Transactions in order: the subjects of their events, and the time of their commit. */
export interface Committed {
  subjects: string[];
  at: Float64Array;
  events: number;
  seconds: number;
}

const transactionsAtOnce = 2;

let jobs: Jobs | undefined;
let count = 0;
const sender = createSender({ allowedHosts: env.WEBHOOK_ALLOWED_HOSTS });
const countingSender: Sender = {
  ...sender,
  post(request) {
    count += 1;
    return sender.post(request);
  },
};

/** Commits events like verbs: in transactions, with the same function, in the process that also delivers them. */
async function produce({ worldIds, seconds, rate, waiting, perTransaction }: Production): Promise<Committed> {
  const subjects: string[] = [];
  const at: number[] = [];
  const sentBefore = count;
  const started = performance.now();
  const elapsed = () => (performance.now() - started) / 1000;
  let begun = 0;
  let turn = 0;
  const isTime = () => (rate === null ? begun - (count - sentBefore) < waiting : begun < elapsed() * rate);
  const commitNext = async () => {
    const subject = `bench ${started.toFixed(0)} ${begun}`;
    begun += perTransaction;
    const happened = Array.from({ length: perTransaction }, () => ({
      worldId: worldIds[turn++ % worldIds.length] ?? 0,
      eventType: "v2.contract.created" as const,
      subjectId: subject,
      executionId: null,
      data: eventSamples["v2.contract.created"],
    }));
    await transact((tx) => emit(tx, happened, realMoment(new Date())));
    subjects.push(subject);
    at.push(performance.timeOrigin + performance.now());
  };
  await Promise.all(
    Array.from({ length: transactionsAtOnce }, async () => {
      while (elapsed() < seconds) {
        if (isTime()) await commitNext();
        else await new Promise((resolve) => setTimeout(resolve, 1));
      }
    }),
  );
  return { subjects, at: Float64Array.from(at), events: subjects.length * perTransaction, seconds: elapsed() };
}

const methods = {
  start(): void {
    jobs ??= startEmbeddedJobs(countingSender);
  },
  async stop(): Promise<void> {
    await jobs?.stop();
    jobs = undefined;
  },
  produce,
  async close(): Promise<void> {
    await sender.close();
    await sql.end();
  },
};

export type InstanceMethods = typeof methods;
serveCalls(methods);
