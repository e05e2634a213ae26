import { expect, test, vi } from "vitest";
import { lmd } from "#e2e/api/samples.ts";
import { startReceiver } from "#e2e/crash/receiver.ts";
import { makeShop, noAnswers } from "#e2e/crash/shop.ts";
import { startInstance } from "#e2e/crash/start-instance.ts";
import { expectAllOver, expectNothingLost } from "#e2e/crash/story.ts";
import { readTestSettings } from "#scripts/settings.ts";

const database = await vi.hoisted(async () => (await import("#e2e/crash/database.ts")).openCrashingDatabase());

const patient = { timeout: 120_000, interval: 50 };
const kills = readTestSettings().BACKEND_KILLS;
const callers = 16;

/** The default deadline of a request, and what the machine may add to it. */
const longestMs = 10_000 + 3_000;
const readyAgainMs = 5_000;
/** A call without an answer for so long will never have one. */
const hungMs = 30_000;

const cases = [2, 10].flatMap((pool) => [true, false].map((overTcp) => ({ pool, overTcp })));

test.each(cases)("a backend that is killed leaves no call hanging: pool of $pool, over TCP $overTcp", async ({ pool, overTcp }) => {
  const receiver = await startReceiver();
  const shop = await makeShop(receiver.url);
  const answers = noAnswers();
  const settings = { lease: { lastsMs: 3_000, attemptMs: 1_700 }, timeoutMs: 1_500, logLevel: "silent", pool, overTcp } as const;
  const instance = await startInstance(database, receiver.host, settings);
  const headers = { key: shop.key, "content-type": "application/json" };
  const tookMs: number[] = [];
  const ready: number[] = [];
  let isEnough = false;

  async function call(path: string): Promise<void> {
    const started = performance.now();
    try {
      const body = JSON.stringify(lmd(shop.uid, { automatic_renewal: true }));
      const response = await fetch(`${instance.url}${path}`, { method: "POST", headers, body, signal: AbortSignal.timeout(hungMs) });
      const { contract } = (await response.json()) as { contract?: { cid?: string } };
      if (contract === undefined) answers.refused.push(response.status);
      else if (contract.cid !== undefined) answers.accepted.push(contract.cid);
    } catch {
      answers.unanswered += 1;
    }
    tookMs.push(performance.now() - started);
  }
  const loads = Array.from({ length: callers }, async (_, caller) => {
    while (!isEnough) await call(caller % 2 === 0 ? "/v2/contracts" : "/v2/contracts?preview=true");
  });
  for (let kill = 0; kill < kills; kill += 1) {
    const before = answers.accepted.length;
    await vi.waitFor(() => expect(answers.accepted.length).toBeGreaterThan(before + 20), patient);
    await database.killBackend();
    const killed = performance.now();
    await vi.waitFor(async () => expect((await fetch(`${instance.url}/readyz`)).status).toBe(200), { timeout: 20_000, interval: 20 });
    ready.push(performance.now() - killed);
  }
  const before = answers.accepted.length;
  await vi.waitFor(() => expect(answers.accepted.length).toBeGreaterThan(before + 20), patient);
  isEnough = true;
  await Promise.all(loads);
  process.stdout.write(
    `pool ${pool}, tcp ${overTcp}, ${kills} kills: ${answers.accepted.length} accepted, refused ${JSON.stringify(Object.fromEntries([...new Set(answers.refused)].map((s) => [s, answers.refused.filter((x) => x === s).length])))}, ${answers.unanswered} unanswered, longest ${Math.round(Math.max(...tookMs))} ms, ready again after ${Math.round(Math.max(...ready))} ms\n`,
  );
  expect(answers.unanswered).toBe(0);
  expect(Math.max(...tookMs)).toBeLessThan(longestMs);
  expect(Math.max(...ready)).toBeLessThan(readyAgainMs);
  expect(instance.isRunning()).toBe(true);
  await vi.waitFor(() => expectAllOver(database, shop), patient);
  await expectNothingLost(database, shop, answers, receiver.arrivals);
});
