import { expect, test } from "vitest";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { releaseLeases } from "#lib/delivery/deliveries/lease.ts";
import { acquire, addWebhook, attemptOf, sampleEvent, makeWorld, personIn, slotsOf } from "#lib/delivery/deliveries/queue.fixture.ts";
import { recordAttempts } from "#lib/delivery/deliveries/record.ts";
import { emit } from "#lib/delivery/events/emit.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { remove } from "#lib/delivery/webhook-settings/manage.ts";
import { realMoment } from "#lib/platform/time/clock.ts";

await useOwnDatabase();

const now = new Date();
const succeeded = { status: "succeeded", nextAttemptAt: null } as const;
const failed = { status: "retrying", nextAttemptAt: new Date(now.getTime() + 60_000), cycleAttempt: 2 } as const;

test("deleting a webhook causes no deadlock while its deliveries are acquired, recorded and released", async () => {
  for (let round = 0; round < 10; round += 1) {
    const worldId = await makeWorld();
    const webhookId = await addWebhook(worldId);
    await transact((tx) =>
      emit(
        tx,
        Array.from({ length: 600 }, (_none, index) => sampleEvent(worldId, { index })),
        realMoment(now),
      ),
    );
    const leased = (await acquire("run_1", now, slotsOf(400, 400))).toReversed();
    expect(leased).toHaveLength(400);
    const attempts = leased.map((delivery, index) => attemptOf(delivery, index % 2 === 0 ? succeeded : failed));
    const released = leased.slice(200).map(({ deliveryId }) => deliveryId);
    const outcomes = await Promise.allSettled([
      recordAttempts("run_1", attempts.slice(0, 200), now),
      releaseLeases("run_1", released),
      acquire("run_2", now, slotsOf(400, 400)),
      remove(personIn(worldId, now), webhookId),
    ]);
    expect(outcomes.filter(({ status }) => status === "rejected")).toEqual([]);
  }
});
