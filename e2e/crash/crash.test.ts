import { expect, test } from "vitest";
import { openCrashingDatabase } from "#e2e/crash/database.ts";
import type { InstanceSettings } from "#e2e/crash/instance.ts";
import { startReceiver } from "#e2e/crash/receiver.ts";
import type { Receiver } from "#e2e/crash/receiver.ts";
import { createContracts, makeShop, noAnswers } from "#e2e/crash/shop.ts";
import type { Answers } from "#e2e/crash/shop.ts";
import { startInstance } from "#e2e/crash/start-instance.ts";
import type { Instance } from "#e2e/crash/start-instance.ts";
import { expectAllOver, expectNobody, expectNothingLost, listAbandoned, listRepeats } from "#e2e/crash/story.ts";
import type { Abandoned } from "#e2e/crash/story.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { inFlightPerWebhook } from "#lib/delivery/deliveries/rules/pace.ts";

const database = await openCrashingDatabase();

// Leases are over soon, and attempts even sooner, as they are in production.
const shortLease: InstanceSettings = { lease: { lastsMs: 3_000, attemptMs: 1_700 }, timeoutMs: 1_500 };
const roomyLease: InstanceSettings = { lease: { lastsMs: 6_000, attemptMs: 3_500 }, timeoutMs: 3_300 };
const start = (receiver: Receiver, settings: InstanceSettings) => startInstance(database, receiver.host, settings);

/** Prints the results. */
function tell(what: string, { accepted, unanswered }: Answers, { arrivals }: Receiver): void {
  const repeats = listRepeats(arrivals).length;
  process.stdout.write(
    `${what}: ${accepted.length} contracts accepted, ${unanswered} calls unanswered, ${arrivals.length} deliveries arrived, ${repeats} of them once more\n`,
  );
}

/** Each delivery that came again had been leased by an instance that died before it could record the first, and waited for the end of its lease. */
function expectExplained({ arrivals }: Receiver, abandoned: readonly Abandoned[]): void {
  const unexplained = listRepeats(arrivals).filter(
    ({ first, again }) =>
      !abandoned.some(
        ({ deliveryId, leasedUntil }) => deliveryId === again.deliveryId && first.at < leasedUntil && again.at >= leasedUntil,
      ),
  );
  expect(unexplained).toEqual([]);
}

test("an instance that is killed repeatedly loses nothing, and repeats only unrecorded attempts", async () => {
  const receiver = await startReceiver();
  const shop = await makeShop(`${receiver.url}?first`, `${receiver.url}?second`);
  const answers = noAnswers();
  const abandoned: Abandoned[] = [];
  const kills = 6;
  for (let kill = 1; kill <= kills; kill += 1) {
    const instance = await start(receiver, shortLease);
    const creating = createContracts(instance, shop, answers, () => false);
    // One is in flight, and others in every state there is.
    await receiver.arrived(receiver.arrivals.length + 15 * kill);
    await instance.kill();
    await creating;
    await waitFor(() => expectNobody(database));
    abandoned.push(...(await listAbandoned(database, shop)));
  }
  await start(receiver, shortLease);
  await waitFor(() => expectAllOver(database, shop));

  await expectNothingLost(database, shop, answers, receiver.arrivals);
  expect(answers.refused).toEqual([]);
  expect(abandoned.length).toBeGreaterThanOrEqual(kills);
  expectExplained(receiver, abandoned);
  tell(`${kills} kills`, answers, receiver);
});

test("an instance recovers from crashes of its database by itself, and loses nothing", async () => {
  const receiver = await startReceiver();
  const shop = await makeShop(`${receiver.url}?first`, `${receiver.url}?second`);
  const answers = noAnswers();
  const instance = await start(receiver, { ...shortLease, logLevel: "silent" });
  let isEnough = false;
  const creating = createContracts(instance, shop, answers, () => isEnough);
  const crashes: { from: number; to: number }[] = [];
  for (let crash = 1; crash <= 3; crash += 1) {
    await receiver.arrived(receiver.arrivals.length + 40 * crash);
    const from = Date.now();
    await database.crash();
    crashes.push({ from, to: Date.now() });
    const { length: before } = answers.accepted;
    await waitFor(() => expect(answers.accepted.length).toBeGreaterThan(before + 20));
  }
  isEnough = true;
  await creating;
  await waitFor(() => expectAllOver(database, shop));

  expect(instance.isRunning()).toBe(true);
  expect(answers.unanswered).toBe(0);
  await expectNothingLost(database, shop, answers, receiver.arrivals);
  // Repeats are allowed only for attempts sent before the crash that could not be recorded within their lease.
  const unexplained = listRepeats(receiver.arrivals).filter(
    ({ first, again }) =>
      !crashes.some(({ from, to }) => first.at >= from - shortLease.lease.lastsMs && first.at <= to && again.at >= from),
  );
  expect(unexplained).toEqual([]);
  tell(`${crashes.length} crashes of the database`, answers, receiver);
});

test("after one of two instances is killed, the other one takes over exactly when the leases expire", async () => {
  const receiver = await startReceiver();
  const shop = await makeShop(receiver.url);
  const answers = noAnswers();
  const [doomed, heir] = [await start(receiver, roomyLease), await start(receiver, roomyLease)];
  const create = (instance: Instance, count: number) => createContracts(instance, shop, answers, () => answers.accepted.length >= count);
  await Promise.all([create(doomed, 40), create(heir, 40)]);
  await waitFor(() => expectAllOver(database, shop));
  expect(listRepeats(receiver.arrivals)).toEqual([]);

  // From now on only the doomed instance sends.
  heir.pause();
  receiver.hold(true);
  const creating = create(doomed, Number.POSITIVE_INFINITY);
  await receiver.arrived(receiver.arrivals.length + inFlightPerWebhook);
  await doomed.kill();
  await creating;
  const abandoned = await listAbandoned(database, shop);
  receiver.hold(false);
  heir.resume();
  await create(heir, answers.accepted.length + 40);
  await waitFor(() => expectAllOver(database, shop));

  await expectNothingLost(database, shop, answers, receiver.arrivals);
  expect(answers.refused).toEqual([]);
  expectExplained(receiver, abandoned);
  expect(listRepeats(receiver.arrivals)).toHaveLength(inFlightPerWebhook);
  tell("one of two instances killed", answers, receiver);
});
