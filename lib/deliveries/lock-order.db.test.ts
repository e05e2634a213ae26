import { expect, test, vi } from "vitest";
import { claimDue, releaseClaims } from "#lib/deliveries/claim.ts";
import { handOver } from "#lib/deliveries/hand-over.ts";
import { addWebhook, attemptOf, happening, makeWorld, personIn, roomOf } from "#lib/deliveries/sample-queue.ts";
import { settleAttempts } from "#lib/deliveries/settle.ts";
import { emit } from "#lib/events/emit.ts";
import { transact } from "#lib/events/transact.ts";
import { remove } from "#lib/webhooks/remove.ts";

await vi.hoisted(async () => (await import("#e2e/setup/own-database.ts")).useOwnDatabase());

const now = new Date();
const succeeded = { status: "succeeded", nextAttemptAt: null } as const;
const failed = { status: "retrying", nextAttemptAt: new Date(now.getTime() + 60_000) } as const;

test("a webhook is deleted while its deliveries are handed over, settled and given back, and none of them is the victim of another", async () => {
  for (let round = 0; round < 10; round += 1) {
    const worldId = await makeWorld();
    const webhookId = await addWebhook(worldId);
    await transact((tx) =>
      emit(
        tx,
        Array.from({ length: 400 }, (_none, index) => happening(worldId, { index })),
        now,
      ),
    );
    const claimed = (await claimDue("run_1", now, roomOf(400, 400))).toReversed();
    const made = claimed.map((delivery, index) => attemptOf(delivery, index % 2 === 0 ? succeeded : failed));
    let others: Promise<PromiseSettledResult<unknown>[]> = Promise.resolve([]);
    const begin = async () => {
      others = Promise.allSettled([
        settleAttempts("run_1", made.slice(0, 200), now),
        releaseClaims(
          "run_1",
          claimed.slice(200).map(({ deliveryId }) => deliveryId),
        ),
        remove(personIn(worldId, now), webhookId),
      ]);
    };
    // All are sent at once, and noted while the others begin.
    const handed = await handOver(begin, () => now);
    expect(handed).toBe(400);
    expect((await others).filter(({ status }) => status === "rejected")).toEqual([]);
  }
});
