import { existsSync, globSync } from "node:fs";
import { rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Instance } from "#scripts/rehearsal/instance.ts";
import type { Stage } from "#scripts/rehearsal/stage.ts";

const pollMs = 200;
const skewSeconds = 120;

export interface Incident {
  name: string;
  /** What is done, as the record says it. */
  begun: string;
  /** What mends it, as the record says it. */
  healed: string;
  /** Why it cannot be rehearsed on this machine. */
  lacks?: (stage: Stage) => string | undefined;
  begin: (stage: Stage) => Promise<unknown>;
  /** All of them must fire before it is healed, and resolve after it, but for those that stay. */
  alarms: readonly string[];
  /** Alarms that healing does not end, with what does. */
  stays?: Readonly<Record<string, string>>;
  heal: (stage: Stage) => Promise<unknown>;
  /** What else is waited for before it is over, and how the record calls that. */
  after?: { what: string; until: (stage: Stage) => Promise<boolean> };
}

/** The day. The primary is lost last: what follows it is gone with it. */
export const incidents: readonly Incident[] = [
  {
    name: "An instance freezes",
    begun: "SIGSTOP to one of two",
    healed: "SIGCONT",
    begin: async ({ instances: [first] }) => first.signal("SIGSTOP"),
    alarms: ["CovergateDown"],
    heal: async ({ instances: [first] }) => first.signal("SIGCONT"),
  },
  {
    name: "The store of documents hangs",
    begun: "it accepts connections and says nothing",
    healed: "it answers",
    begin: async ({ store }) => {
      store.silence();
      store.silenceNew();
    },
    alarms: ["CovergateStorageFails"],
    heal: ({ store }) => store.pass(),
  },
  {
    name: "The disk fills",
    begun: "all but a twentieth of the disk of Postgres and `DATA_DIR` is taken, and then all",
    healed: "the space is given back, and Postgres started again if it has ended",
    lacks: ({ smallDisk }) => (smallDisk === undefined ? "only root may mount a disk that is small enough to be filled" : undefined),
    begin: async (stage) => {
      await fillDisk(stage, 0.05);
      await until(async () => (await stage.prometheus.firing()).has("CovergateDiskNearlyFull"));
      await fillDisk(stage, 0);
    },
    alarms: ["CovergateDiskNearlyFull", "CovergateErrors"],
    heal: async ({ smallDisk = "", postgres }) => {
      for (const ballast of globSync(join(smallDisk, "ballast-*"))) await rm(ballast);
      await postgres.restart();
    },
  },
  {
    name: "A partner's receiver dies",
    begun: "it answers 502",
    healed: "it answers 200",
    begin: async ({ receiver, webhookId }) => {
      receiver.die(true);
      const { sql } = await import("#db/client.ts");
      // The hour after which owners have an e-mail is shortened, too.
      await until(
        async () =>
          (
            await sql`
              update webhook_health
              set failing_since = failing_since - interval '1 hour', last_succeeded_at = last_succeeded_at - interval '1 hour'
              where webhook_id = ${webhookId} and failing_since is not null`
          ).count > 0,
      );
    },
    alarms: ["CovergateDeliveriesFail"],
    heal: async ({ receiver }) => receiver.die(false),
    after: {
      what: "everything that was held up has arrived, and the owners have an e-mail of both",
      until: async ({ mails, webhookId }) => {
        const { sql } = await import("#db/client.ts");
        const [row] = await sql<{ waiting: number }[]>`
          select count(*)::int as waiting from delivery_queue where webhook_id = ${webhookId} and leased_until is null`;
        return row?.waiting === 0 && mails.received.length >= 2;
      },
    },
  },
  {
    name: "Inngest is away",
    begun: "both instances restarted with `JOB_RUNNER=inngest` and an address where nobody listens",
    healed: "both restarted with `JOB_RUNNER=embedded`",
    begin: async (stage) => {
      const inngest = {
        JOB_RUNNER: "inngest",
        INNGEST_BASE_URL: "http://127.0.0.1:1",
        INNGEST_EVENT_KEY: "none",
        INNGEST_SIGNING_KEY: "0123456789abcdef",
      };
      for (const instance of stage.instances) await restart(stage, instance, inngest);
    },
    alarms: ["CovergateJobSilent"],
    heal: async (stage) => {
      for (const instance of stage.instances) await restart(stage, instance);
    },
  },
  {
    name: "A clock is two minutes fast",
    begun: `one instance restarted under libfaketime, +${skewSeconds} s`,
    healed: "restarted with the machine's clock",
    lacks: () => (findFakeTime() === undefined ? "it needs libfaketime (Debian: apt-get install faketime)" : undefined),
    begin: (stage) =>
      restart(stage, stage.instances[1], {
        LD_PRELOAD: findFakeTime() ?? "",
        FAKETIME: `+${skewSeconds}s`,
        FAKETIME_DONT_FAKE_MONOTONIC: "1",
      }),
    alarms: ["CovergateClockWrong"],
    heal: (stage) => restart(stage, stage.instances[1]),
  },
  {
    name: "The primary is lost",
    begun: "SIGKILL to all of its processes",
    healed: "the standby promoted, which the instances have in `DATABASE_URL`",
    begin: async ({ postgres }) => postgres.signal("primary", "SIGKILL"),
    alarms: ["CovergateDatabaseAway", "CovergateReplicaBehind"],
    stays: { CovergateReplicaBehind: "until there is another replica" },
    heal: ({ postgres }) => postgres.promote(),
  },
];

/** As an operator does behind a proxy: without calls meanwhile. */
async function restart({ load }: Stage, instance: Instance, more?: Record<string, string>): Promise<void> {
  load.use(instance.url, false);
  await instance.restart(more);
  load.use(instance.url, true);
}

/** Leaves this share of the small disk free. */
async function fillDisk({ smallDisk = "" }: Stage, share: number): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(smallDisk);
  const bytes = Math.max(0, Math.floor((bavail - share * blocks) * bsize));
  try {
    await writeFile(join(smallDisk, `ballast-${Date.now()}`), Buffer.alloc(bytes));
  } catch (error) {
    // Others took the last of it meanwhile.
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
  }
}

/** For programs with threads, as Node is. */
function findFakeTime(): string | undefined {
  return globSync("/usr/lib/*/faketime/libfaketimeMT.so.1").find((path) => existsSync(path));
}

export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(pollMs);
}
