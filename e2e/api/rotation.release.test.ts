import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, inject, test } from "vitest";
import { sql } from "#db/client.ts";
import { endProgram } from "#db/embedded/supervise.ts";
import { makePartner } from "#e2e/api/world.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { startServer } from "#e2e/setup/server.ts";
import type { ServerUnderTest } from "#e2e/setup/server.ts";
import { serverEnvironment, testEnvironment } from "#e2e/setup/test-environment.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { newSecretFor } from "#lib/delivery/webhooks/secrets.ts";
import { sealUrl } from "#lib/delivery/webhooks/stored-url.ts";
import { insertSampleClaim } from "#lib/insurance/claims/claims.fixture.ts";
import { env } from "#lib/platform/env.ts";

// Its keys are encrypted anew, which no other file's may be.
await useOwnDatabase();

const old = testEnvironment.APP_SECRET;
const next = "the-secret-that-follows-it-and-guards-nothing";
const workers = 4;
const none = {
  "authenticator_apps.ciphertext": 0,
  "api_keys.ciphertext": 0,
  "webhooks.url": 0,
  "webhooks.signing_secret": 0,
  "alert_rules.url": 0,
  "alert_rules.signing_secret": 0,
  "notices.body": 0,
  "mailbox.body": 0,
  "webhooks.previous_secret": 0,
  "idempotency_keys.body": 0,
};

function startWith(secret: string): Promise<ServerUnderTest> {
  const [dataDirectory, door] = [inject("dataDirectory"), inject("door")];
  return startServer({ databaseUrl: env.DATABASE_URL, dataDirectory, door }, { APP_SECRET: secret });
}

function admin(secret: string, ...args: string[]): unknown {
  const root = join(import.meta.dirname, "../..");
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, "scripts/admin.ts"), "--json", ...args], {
    cwd: root,
    env: { ...serverEnvironment, APP_SECRET: secret, DATABASE_URL: env.DATABASE_URL, DATA_DIR: inject("dataDirectory") },
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return JSON.parse(stdout);
}

// It starts four instances and four commands.
test("APP_SECRET is replaced under load, instance by instance, without a refused request", { timeout: 300_000 }, async () => {
  const { development, production } = await makePartner();
  const keys = [development.key, production.key];
  // One that an older release stored, and one of this.
  const at = new Date().toISOString();
  const url = "https://hooks.example.com/in?token=s3cret";
  for (const [name, stored] of [
    ["whk_plain", url],
    ["whk_sealed", sealUrl(url, "whk_sealed")],
  ] as const) {
    await sql`insert into webhooks ${sql({ id: name, world_id: development.world.id, name, url: stored, enabled: false, event_types: ["v2.contract.created"], signing_secret: name === "whk_sealed" ? newSecretFor(name) : null, created_at: at, updated_at: at })}`;
  }

  const claim = await insertSampleClaim(development.world.id, { status: "draft" });
  /** Its answer holds the link, and is stored encrypted. */
  const makeLink = async ({ url: base }: ServerUnderTest, idempotencyKey = "link") => {
    const headers = { key: development.key, "idempotency-key": idempotencyKey };
    const response = await fetch(`${base}/v2/claims/${claim.id}/links`, { method: "POST", headers });
    return { status: response.status, body: (await response.json()) as unknown };
  };

  const first = await startWith(old);
  const link = await makeLink(first);
  expect(link.status).toBe(200);
  let serving = [first];
  const statuses = new Set<number>();
  const answered = new Map<ServerUnderTest, number>();
  const inProgress = new Map<ServerUnderTest, number>();
  const count = (counts: typeof answered, of: ServerUnderTest, by: number) => counts.set(of, (counts.get(of) ?? 0) + by);
  let isOver = false;
  const load = Array.from({ length: workers }, async (_none, worker) => {
    for (let turn = worker; !isOver; turn += 1) {
      const instance = serving[turn % serving.length] as ServerUnderTest;
      count(inProgress, instance, 1);
      const response = await fetch(`${instance.url}/v2/products`, { headers: { key: keys[turn % keys.length] ?? "" } });
      await response.arrayBuffer();
      count(inProgress, instance, -1);
      count(answered, instance, 1);
      statuses.add(response.status);
      // A load, which leaves the machine to the instance that starts.
      await pause(20);
    }
  });
  /** Restarts in a rolling way: both serve for a hundred requests, and the old one ends when it has none left. */
  const replaceBy = async (secret: string) => {
    const [before] = serving as [ServerUnderTest];
    const started = await startWith(secret);
    serving = [before, started];
    await waitFor(() => expect(answered.get(started)).toBeGreaterThan(100));
    serving = [started];
    // The load balancer lets requests in progress finish.
    await waitFor(() => expect(inProgress.get(before)).toBe(0));
    await endProgram(before.program);
  };

  await replaceBy(`${old},${next}`);
  await replaceBy(`${next},${old}`);
  // New secrets are encrypted under the new key.
  expect((await makeLink(serving[0] as ServerUnderTest, "another-link")).status).toBe(200);
  const renewed = admin(`${next},${old}`, "secrets", "rotate");
  expect(renewed).toEqual({
    ...none,
    "api_keys.ciphertext": 2,
    "webhooks.url": 2,
    "webhooks.signing_secret": 1,
    "idempotency_keys.body": 1,
  });
  expect(admin(`${next},${old}`, "secrets", "rotate")).toEqual(none);
  await replaceBy(next);
  isOver = true;
  await Promise.all(load);
  expect(await makeLink(serving[0] as ServerUnderTest)).toEqual(link);
  await endProgram(serving[0]?.program as ServerUnderTest["program"]);

  expect([...statuses]).toEqual([200]);
  const stored = await sql<{ url: string }[]>`select url from webhooks where world_id = ${development.world.id}`;
  expect(stored.filter(({ url: text }) => text.includes("s3cret"))).toEqual([]);
  expect(admin(next, "statement", "mismatches")).toMatchObject({ mismatches: 0 });
  expect(() => admin(old, "statement", "mismatches")).toThrow("status: 1");
});
