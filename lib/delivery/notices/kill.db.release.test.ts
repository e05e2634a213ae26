import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { sql } from "#db/client.ts";
import { useMailServerBehindProxy } from "#e2e/setup/mail-server.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { testEnvironment } from "#e2e/setup/test-environment.ts";
import { sendDueNotices } from "#jobs/maintenance.ts";
import { makeOwner } from "#lib/account/keys/owner.fixture.ts";
import { create } from "#lib/delivery/webhook-settings/manage.ts";
import { noticeOutages } from "#lib/delivery/webhook-settings/outages.ts";
import { attempt, emitSampleEvent, sampleSettings } from "#lib/delivery/webhooks/webhooks.fixture.ts";
import { env } from "#lib/platform/env.ts";
import { log } from "#lib/platform/log/log.ts";

await useOwnDatabase();
const { mails, proxy } = await useMailServerBehindProxy();

const start = new Date("2027-03-01T09:00:00.000Z");
const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000);

/** Passes a connection to the database on, and counts its answers from `arm` on; the chosen one is kept back, and the process killed. */
async function startCountingProxy() {
  const target = new URL(env.DATABASE_URL);
  let passed: number | undefined;
  let killAt = 0;
  let kill = () => undefined as void;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    client.on("error", () => upstream.destroy()).on("close", () => upstream.destroy());
    upstream.on("error", () => client.destroy()).on("close", () => client.destroy());
    client.pipe(upstream);
    upstream.on("data", (bytes) => {
      if (passed !== undefined) passed += 1;
      if (passed === killAt) kill();
      else client.write(bytes);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const url = new URL(target);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    arm(at: number, program: ChildProcess) {
      passed = 0;
      killAt = at;
      kill = () => void program.kill("SIGKILL");
    },
  };
}

// rules/notices.md#send-2
test(
  "a process that is killed between any two statements loses no notice, and repeats each at most once",
  { timeout: 600_000 },
  async () => {
    const { owner } = await makeOwner();
    const ctx = owner("production", start);
    await create(ctx, sampleSettings);
    const [failed = ""] = await emitSampleEvent(ctx, "v2.contract.created");
    for (const minutes of [0, 1, 6, 36]) await attempt(failed, after(minutes), 503);
    const counting = await startCountingProxy();
    const { level } = log;
    log.level = "silent";
    onTestFinished(() => {
      log.level = level;
    });
    const outcomes: string[] = [];
    for (let kill = 1; !outcomes.includes("done"); kill += 1) {
      await sql`delete from webhook_outages`;
      await sql`delete from notices`;
      mails.received.length = 0;
      const program = fork(join(import.meta.dirname, "kill.fixture.ts"), [after(60).toISOString()], {
        env: {
          ...testEnvironment,
          NODE_ENV: "test",
          SMTP_URL: env.SMTP_URL,
          DATABASE_URL: counting.url,
          DATABASE_SOCKET: "",
          DATABASE_POOL: "1",
        },
        stdio: ["ignore", "ignore", "ignore", "ipc"],
      });
      onTestFinished(() => void program.kill("SIGKILL"));
      await once(program, "message");
      counting.arm(kill, program);
      const ended = once(program, "exit") as Promise<[number | null]>;
      const answered = once(program, "message");
      program.send("go");
      outcomes.push(await Promise.race([ended.then(() => "killed"), answered.then(() => "done")]));
      await ended;

      // Another instance goes on: the mail server is away at first, and the leases of the dead process are over.
      await proxy.refuseNew();
      await sql`update notices set leased_until = clock_timestamp() - interval '1 second' where leased_until is not null`;
      await noticeOutages(after(61));
      await sendDueNotices(after(61));
      await proxy.pass();
      await sendDueNotices(after(90));
      expect(mails.received.length, `killed at answer ${kill}`).toBeGreaterThanOrEqual(1);
      expect(mails.received.length, `killed at answer ${kill}`).toBeLessThanOrEqual(2);
    }
    // The outage, its notices, their lease and their record: several statements, with an answer each.
    expect(outcomes.length).toBeGreaterThan(8);
  },
);
