import { expect, test } from "vitest";
import { lmd } from "#e2e/api/samples.ts";
import { openCrashingDatabase } from "#e2e/crash/database.ts";
import { startReceiver } from "#e2e/crash/receiver.ts";
import { makeShop, noAnswers } from "#e2e/crash/shop.ts";
import { startInstance } from "#e2e/crash/start-instance.ts";
import { expectAllOver, expectNothingLost } from "#e2e/crash/story.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { readTestSettings } from "#scripts/settings.ts";

const database = await openCrashingDatabase();

const kills = readTestSettings().BACKEND_KILLS;
const callers = 16;

/** A call without an answer for so long will never have one. */
const hungMs = 60_000;

const cases = [2, 10].flatMap((pool) => [true, false].map((overTcp) => ({ pool, overTcp })));

test.each(cases)("a killed backend leaves no call hanging: pool of $pool, over TCP $overTcp", async ({ pool, overTcp }) => {
  const receiver = await startReceiver();
  const shop = await makeShop(receiver.url);
  const settings = { lease: { lastsMs: 3_000, attemptMs: 1_700 }, timeoutMs: 1_500, logLevel: "silent", pool, overTcp } as const;
  const instance = await startInstance(database, receiver.host, settings);
  const answers = noAnswers();
  const unanswered: unknown[] = [];

  async function call(path: string): Promise<void> {
    try {
      const headers = { key: shop.key, "content-type": "application/json" };
      const body = JSON.stringify(lmd(shop.uid, { automatic_renewal: true }));
      const response = await fetch(`${instance.url}${path}`, { method: "POST", headers, body, signal: AbortSignal.timeout(hungMs) });
      const { contract } = (await response.json()) as { contract?: { cid?: string } };
      if (contract === undefined) answers.refused.push(response.status);
      else if (contract.cid !== undefined) answers.accepted.push(contract.cid);
    } catch (error) {
      unanswered.push(error instanceof Error ? (error.cause ?? error) : error);
    }
  }
  const goOn = async () => {
    const { length: before } = answers.accepted;
    await waitFor(() => expect(answers.accepted.length).toBeGreaterThan(before + 20));
  };

  let isEnough = false;
  const loads = Array.from({ length: callers }, async (_, caller) => {
    while (!isEnough) await call(caller % 2 === 0 ? "/v2/contracts" : "/v2/contracts?preview=true");
  });
  for (let kill = 0; kill < kills; kill += 1) {
    await goOn();
    await database.killBackend();
    await waitFor(async () => expect((await fetch(`${instance.url}/readyz`)).status).toBe(200));
  }
  await goOn();
  isEnough = true;
  await Promise.all(loads);
  await waitFor(() => expectAllOver(database, shop));

  process.stdout.write(
    `${kills} backends killed, pool of ${pool}, ${overTcp ? "TCP" : "socket"}: ${answers.accepted.length} contracts accepted, ${answers.refused.length} calls refused, ${unanswered.length} unanswered\n`,
  );
  expect(unanswered).toEqual([]);
  expect(new Set(answers.refused)).toEqual(new Set([503]));
  expect(instance.isRunning()).toBe(true);
  await expectNothingLost(database, shop, answers, receiver.arrivals);
});
