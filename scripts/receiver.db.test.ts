import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { sql } from "#db/client.ts";
import { findFreePort } from "#db/embedded/free-port.ts";
import { endProgram } from "#db/embedded/supervise.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { changeSettings } from "#e2e/setup/settings.ts";
import { serverEnvironment } from "#e2e/setup/test-environment.ts";
import { waitUntil } from "#e2e/setup/wait-for.ts";
import { startWorker } from "#lib/delivery/deliveries/worker.ts";
import { create } from "#lib/delivery/webhook-settings/manage.ts";
import { disableSigning } from "#lib/delivery/webhook-settings/signing.ts";
import { createSender } from "#lib/delivery/webhooks/post.ts";
import { emitSampleEvent, makePortal, sampleSettings } from "#lib/delivery/webhooks/webhooks.fixture.ts";
import { env } from "#lib/platform/env.ts";

await useOwnDatabase();
changeSettings({ WEBHOOK_ALLOWED_HOSTS: ["localhost"] });

const otherSecret = `whsec_${Buffer.from("another webhook's secret").toString("base64")}`;

/** Runs `npm run receiver` with this secret; what it has printed so far, and its end. */
async function startReceiver(port: number, secret?: string) {
  const receiver = spawn(process.execPath, [join(import.meta.dirname, "receiver.ts"), "--port", String(port)], {
    // Away from the .env of a developer.
    cwd: env.DATA_DIR,
    env: { ...serverEnvironment, ...(secret !== undefined && { COVERGATE_WEBHOOK_SECRET: secret }) },
  });
  onTestFinished(() => endProgram(receiver));
  let printed = "";
  for (const stream of [receiver.stdout, receiver.stderr]) {
    stream.setEncoding("utf8").on("data", (piece: string) => {
      printed += piece;
    });
  }
  await waitUntil(() => printed !== "");
  return { printed: () => printed, stop: () => endProgram(receiver) };
}

test("the receiver reports whether each delivery is verified, and refuses unsigned ones", async () => {
  const ctx = await makePortal();
  const port = await findFreePort("127.0.0.1");
  const { id, secret = "" } = await create(ctx, { ...sampleSettings, url: `http://localhost:${port}/covergate`, signed: true });
  const worker = startWorker(createSender({ allowedHosts: ["localhost"] }), { clock: () => ctx.realTime });
  onTestFinished(() => worker.stop());
  /** Has an event delivered to a receiver that has `given`, and waits for what both say of it. */
  const deliver = async (given: string | undefined, says: string, status: number) => {
    const receiver = await startReceiver(port, given);
    const [deliveryId = ""] = await emitSampleEvent(ctx, "v2.contract.created");
    await waitUntil(() => /^Signature .*$/m.test(receiver.printed()));
    expect(/^Signature .*$/m.exec(receiver.printed())?.[0]).toBe(`Signature ${says}`);
    const attempts = () => sql`select status_code as "statusCode" from delivery_attempts where delivery_id = ${deliveryId}`;
    await expect.poll(attempts).toEqual([{ statusCode: status }]);
    await receiver.stop();
    return receiver.printed();
  };

  expect(await deliver(secret, "verified", 200)).toContain("Signatures are verified with COVERGATE_WEBHOOK_SECRET");
  await deliver(otherSecret, "wrong: made with another secret, or the request was changed", 401);
  expect(await deliver(undefined, "not verified: set COVERGATE_WEBHOOK_SECRET", 200)).toContain("COVERGATE_WEBHOOK_SECRET is not set");
  await disableSigning(ctx, id);
  await deliver(secret, "missing: the request is not signed", 401);
  await deliver(undefined, "not verified: the request is not signed", 200);
});

test("what is sent cannot steer the terminal", async () => {
  const port = await findFreePort("127.0.0.1");
  const { printed } = await startReceiver(port);
  const body = JSON.stringify({ event_type: "a\u001B]0;owned\u0007\u001B[2J\n\u009B31mb", data: "c\u009B31md" });
  await fetch(`http://127.0.0.1:${port}`, { method: "POST", body });
  await waitUntil(() => printed().includes('"data": "c'));
  expect(printed()).toMatch(/ {2}a .*b {2}\(no x-event-id\) /);
  expect(printed().replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
});

test("an incomplete secret is refused at the start without being printed", async () => {
  const { printed } = await startReceiver(await findFreePort("127.0.0.1"), "whsec_c2hvcnQ");
  expect(printed()).toBe(
    "These settings are wrong: COVERGATE_WEBHOOK_SECRET is not a signing secret: whsec_ and its letters, as the portal shows it.\n",
  );
});
