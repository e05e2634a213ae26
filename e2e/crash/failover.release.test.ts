import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { lmd } from "#e2e/api/samples.ts";
import { startReceiver } from "#e2e/crash/receiver.ts";
import { openReplicatedDatabase } from "#e2e/crash/replicated.ts";
import { makeShop, noAnswers } from "#e2e/crash/shop.ts";
import type { Answers, Shop } from "#e2e/crash/shop.ts";
import { startInstance } from "#e2e/crash/start-instance.ts";
import type { Instance } from "#e2e/crash/start-instance.ts";
import { expectAllOver, expectNothingLost } from "#e2e/crash/story.ts";
import { connectTo } from "#e2e/setup/own-database.ts";
import { startTcpProxy } from "#e2e/setup/tcp-proxy.fixture.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";

const isLinux = process.platform === "linux";
const database = isLinux ? await openReplicatedDatabase() : undefined;
if (database !== undefined) await connectTo(database.urlOf(database.primary.port));

const promotedAfterMs = 1_000;
const callers = 4;
/** Calls that go well, one after the other, before all is said to be well. */
const manyCalls = 20;

interface Load {
  /** Returns when many calls that were sent after `since` went well, with how long the first of them took from then on. */
  recovered(since: number): Promise<number>;
  stop(): Promise<void>;
}

/** Callers who create contracts and preview others, one after the other. */
function startLoad({ url }: Instance, { key, uid }: Shop, answers: Answers): Load {
  const succeeded: { sentAt: number; answeredAt: number }[] = [];
  let isEnough = false;
  const headers = { key, "content-type": "application/json" };
  const body = JSON.stringify(lmd(uid, { automatic_renewal: true }));
  const loads = Array.from({ length: callers }, async (_, caller) => {
    while (!isEnough) {
      const sentAt = performance.now();
      const response = await fetch(`${url}/v2/contracts${caller % 2 === 0 ? "" : "?preview=true"}`, { method: "POST", headers, body });
      const { contract } = (await response.json()) as { contract?: { cid?: string } };
      if (contract === undefined) answers.refused.push(response.status);
      else succeeded.push({ sentAt, answeredAt: performance.now() });
      if (contract?.cid !== undefined) answers.accepted.push(contract.cid);
      await pause(20);
    }
  });
  return {
    async recovered(since) {
      const found = () => succeeded.filter(({ sentAt }) => sentAt > since);
      await waitFor(() => expect(found().length).toBeGreaterThan(manyCalls));
      return Math.min(...found().map(({ answeredAt }) => answeredAt)) - since;
    },
    async stop() {
      isEnough = true;
      await Promise.all(loads);
    },
  };
}

test.skipIf(!isLinux)("instances switch from a silent database to the one that took over, and nothing is lost", async () => {
  if (database === undefined) throw new Error("there is no database");
  const { primary, standby, urlOf } = database;
  const proxy = await startTcpProxy(primary.port);
  onTestFinished(() => proxy.close());
  const settings = { lease: { lastsMs: 6_000, attemptMs: 3_500 }, timeoutMs: 3_300, logLevel: "silent", overTcp: true } as const;
  const receiver = await startReceiver();
  const shop = await makeShop(receiver.url);
  const answers = noAnswers();
  const start = async (urlOfInstances: string) => {
    const instance = await startInstance({ urlOfInstances, socket: "" }, receiver.host, settings);
    return { instance, load: startLoad(instance, shop, answers) };
  };
  const [ofHosts, ofAddress] = await Promise.all([start(urlOf(standby.port, primary.port)), start(urlOf(proxy.port))]);
  const both = [ofHosts, ofAddress];
  for (const { load } of both) await load.recovered(0);

  const lostAt = performance.now();
  proxy.silence();
  const lostMs = await ofAddress.load.recovered(lostAt);

  database.freeze("primary");
  const frozenAt = performance.now();
  await pause(promotedAfterMs);
  const look = await database.promote();
  proxy.retarget(standby.port);
  const nextHostMs = await ofHosts.load.recovered(frozenAt);
  const sameAddressMs = await ofAddress.load.recovered(frozenAt);
  for (const { load } of both) await load.stop();
  await waitFor(() => expectAllOver({ look }, shop));

  const [lost, nextHost, sameAddress] = [lostMs, nextHostMs, sameAddressMs].map(Math.round);
  process.stdout.write(
    `the first 200 came ${lost} ms after the network swallowed all connections; after the primary froze, ${nextHost} ms where the standby is the next host, ${sameAddress} ms where it took the address\n`,
  );
  expect(new Set(answers.refused)).toEqual(new Set([503]));
  for (const { instance } of both) expect(instance.isRunning()).toBe(true);
  await expectNothingLost({ look }, shop, answers, receiver.arrivals);
});
