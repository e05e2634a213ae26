import postgres from "postgres";
import { afterAll, describe, expect, test, vi } from "vitest";
import { sql } from "#db/client.ts";
import { sessionParameters } from "#db/connection-parameters.ts";
import { migrateDatabase } from "#db/migrate.ts";
import { seedDemo } from "#demo/demo.ts";
import { startReceiver } from "#e2e/crash/receiver.ts";
import { createContracts, makeShop, noAnswers } from "#e2e/crash/shop.ts";
import { startInstance } from "#e2e/crash/start-instance.ts";
import { expectAllOver, expectNothingLost } from "#e2e/crash/story.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { jobs } from "#jobs/table.ts";
import { openSandbox } from "#lib/developer/recipes/sandbox.fixture.ts";
import { currentTime } from "#lib/platform/time/clock.ts";
import { runAdmin } from "#scripts/admin/program.ts";

const pooled = await vi.hoisted(async () => {
  const { findPgBouncer, openPooledDatabase } = await import("#e2e/foreign/pooler.ts");
  const { completeEnvironment } = await import("#scripts/settings.ts");
  // Vitest sets a BASE_URL of its own.
  completeEnvironment({ BASE_URL: "" });
  const program = findPgBouncer();
  if (program === undefined) return undefined;
  const opened = await openPooledDatabase(program);
  const { migrateDatabase: migrate } = await import("#db/migrate.ts");
  await migrate(opened.directUrl, { setting: "DATABASE_DIRECT_URL" });
  completeEnvironment({ DATABASE_URL: opened.url, DATABASE_DIRECT_URL: opened.directUrl, DATA_DIR: opened.directory });
  return opened;
});

afterAll(async () => {
  await sql.end();
  await pooled?.stop();
});

function database(): NonNullable<typeof pooled> {
  if (pooled === undefined) throw new Error("there is no pooler");
  return pooled;
}

describe.skipIf(pooled === undefined)("behind this machine's pgbouncer (1.21 or newer) in transaction mode", () => {
  test("sessions have the settings that connections set elsewhere", async () => {
    const read = (given: postgres.Sql) => given`select name, setting from pg_settings where name = any(${Object.keys(sessionParameters)})`;
    const direct = postgres(database().directUrl, { max: 1, connection: sessionParameters });
    expect(new Set(await read(sql))).toEqual(new Set(await read(direct)));
    await direct.end();
  });

  test("the doctor finds sessions, pooler and direct address in order, and says which setting a role lacks", async () => {
    const examine = async () => {
      let out = "";
      await runAdmin(["--json", "doctor"], {
        withDatabase: (work) => work(),
        print: (text) => (out += text),
        complain: (text) => text,
      });
      return JSON.parse(out) as Record<string, { state: string; says: string }>;
    };
    expect(await examine()).toMatchObject({
      jit: { state: "good" },
      sessions: { state: "good" },
      pooler: { state: "good" },
      rights: { state: "good" },
    });
    await database().look`alter role covergate_a reset lock_timeout`;
    await database().restart();
    expect(await examine()).toMatchObject({
      sessions: { state: "wrong", says: expect.stringContaining("lock_timeout is 0, not 9000") as string },
    });
    await database().look`alter role covergate_a set lock_timeout = '9s'`;
    await database().restart();
  });

  test("a start without a direct address says which setting is missing", async () => {
    await expect(migrateDatabase(database().url)).rejects.toThrow("name the server itself in DATABASE_DIRECT_URL");
  });

  test("everything works: demo data, every kind of event, lists, deliveries and jobs", async () => {
    await seedDemo({ url: "http://localhost", dataDir: database().directory });
    const sandbox = await openSandbox();
    await sandbox.runRecipes();
    await sandbox.readLists();
    await sandbox.deliverAll();
    for (const job of jobs) await job.run(currentTime());
    await sandbox.close();
    expect(await sql`select distinct status from deliveries`).toEqual([{ status: "succeeded" }]);
  });

  test("a crash of the pooler loses nothing and leaves no call hanging", async () => {
    const { url, directUrl, look, kill, restart } = database();
    const receiver = await startReceiver();
    const shop = await makeShop(receiver.url);
    const settings = { lease: { lastsMs: 3_000, attemptMs: 1_700 }, timeoutMs: 1_500, logLevel: "silent", overTcp: true } as const;
    const place = { urlOfInstances: url, socket: "", more: { DATABASE_DIRECT_URL: directUrl } };
    const both = await Promise.all([startInstance(place, receiver.host, settings), startInstance(place, receiver.host, settings)]);
    const answers = noAnswers();
    let isEnough = false;
    const loads = both.map((instance) => createContracts(instance, shop, answers, () => isEnough));
    const more = async (count: number, list: unknown[]) => {
      const goal = list.length + count;
      await waitFor(() => expect(list.length).toBeGreaterThan(goal));
    };
    await more(50, answers.accepted);
    await kill();
    await more(5, answers.refused);
    await restart();
    await more(50, answers.accepted);
    isEnough = true;
    await Promise.all(loads);
    await waitFor(() => expectAllOver({ look }, shop));
    expect(new Set(answers.refused)).toEqual(new Set([503]));
    expect(answers.unanswered).toBe(0);
    expect(both.every((instance) => instance.isRunning())).toBe(true);
    await expectNothingLost({ look }, shop, answers, receiver.arrivals);
  });
});
