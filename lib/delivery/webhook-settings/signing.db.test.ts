import { Webhook as Verifier } from "standardwebhooks";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sql } from "#db/client.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { changeSettings } from "#e2e/setup/settings.ts";
import { waitUntil } from "#e2e/setup/wait-for.ts";
import type { ContextOf } from "#lib/account/users/roles.ts";
import { retryNow } from "#lib/delivery/deliveries/cancel-and-retry.ts";
import { startEndpoint } from "#lib/delivery/deliveries/endpoint.fixture.ts";
import type { SampleEndpoint } from "#lib/delivery/deliveries/endpoint.fixture.ts";
import { read as readDelivery } from "#lib/delivery/deliveries/read.ts";
import { replay } from "#lib/delivery/deliveries/replay.ts";
import { startWorker } from "#lib/delivery/deliveries/worker.ts";
import type { Worker } from "#lib/delivery/deliveries/worker.ts";
import { create } from "#lib/delivery/webhook-settings/manage.ts";
import {
  checkSignature,
  disableSigning,
  enableSigning,
  readSigning,
  revealSecret,
  rotateSecret,
} from "#lib/delivery/webhook-settings/signing.ts";
import { read } from "#lib/delivery/webhooks/find.ts";
import { createSender } from "#lib/delivery/webhooks/post.ts";
import { auditOf, makePortal, sampleSettings, emitSampleEvent } from "#lib/delivery/webhooks/webhooks.fixture.ts";

await useOwnDatabase();
changeSettings({ WEBHOOK_ALLOWED_HOSTS: ["localhost"] });

const hourMs = 3_600_000;
let ctx: ContextOf["owner"];
let endpoint: SampleEndpoint;
let worker: Worker;
let webhookId: string;
let now: Date;

beforeEach(async () => {
  ctx = await makePortal();
  now = ctx.realTime;
  endpoint = await startEndpoint();
  worker = startWorker(createSender({ allowedHosts: ["localhost"] }), { clock: () => now });
  ({ id: webhookId } = await create(ctx, { ...sampleSettings, url: endpoint.url }));
});
afterEach(async () => {
  await worker.stop();
  await endpoint.close();
});

/** Waits for the request of this number, and reads it as the guide's receivers do. */
async function received(number: number) {
  await waitUntil(() => endpoint.requests.length >= number);
  const { headers, body } = endpoint.requests[number - 1]!;
  return { headers: headers as Record<string, string>, body: body.toString() };
}
const at = (ms: number): ContextOf["owner"] => ({ ...ctx, realTime: new Date(ctx.realTime.getTime() + ms) });
const secretOf = async (asked = ctx) => (await revealSecret(asked, webhookId, "reveal")).text;
const settled = (deliveryId: string, status: string) =>
  waitUntil(async () => (await sql`select from deliveries where id = ${deliveryId} and status = ${status}`).length > 0);

// rules/deliveries.md#signatures-1
test("first attempts, retries and replays are signed so that the Standard Webhooks library verifies them", async () => {
  await enableSigning(ctx, webhookId);
  const secret = await secretOf();
  expect(Buffer.from(secret.slice("whsec_".length), "base64").length).toBeGreaterThanOrEqual(24);
  endpoint.answer = 503;
  const [deliveryId = ""] = await emitSampleEvent(ctx, "v2.contract.created");
  const first = await received(1);
  await settled(deliveryId, "retrying");
  endpoint.answer = 200;
  await retryNow(ctx, deliveryId, 1);
  const second = await received(2);
  await settled(deliveryId, "succeeded");
  await replay(ctx, deliveryId, 2);
  const third = await received(3);
  for (const { headers, body } of [first, second, third]) {
    expect(new Verifier(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(headers["webhook-id"]).toBe(headers["x-event-id"]);
    expect(await checkSignature(ctx, webhookId, { headers, body })).toEqual({ isValid: true });
  }
  await settled(deliveryId, "succeeded");
  const { history } = await readDelivery(ctx, deliveryId);
  expect(history[1]?.requestHeaders).toMatchObject({
    "webhook-id": second.headers["webhook-id"],
    "webhook-timestamp": second.headers["webhook-timestamp"],
    "webhook-signature": second.headers["webhook-signature"],
  });
  const attempts = await sql`select number, trigger, signature from delivery_attempts where delivery_id = ${deliveryId} order by number`;
  expect(attempts).toMatchObject([
    { trigger: "automatic", signature: first.headers["webhook-signature"] },
    { trigger: "manual", signature: second.headers["webhook-signature"] },
    { trigger: "replay", signature: third.headers["webhook-signature"] },
  ]);
});

// rules/deliveries.md#signatures-2
test("both secrets sign for 24 hours after a rotation, and the new one alone afterwards", async () => {
  await enableSigning(ctx, webhookId);
  const before = await secretOf();
  expect(await rotateSecret(ctx, webhookId)).toEqual({ enabled: true, previousUntil: at(24 * hourMs).realTime });
  const after = await secretOf();
  expect(after).not.toBe(before);
  const send = async (number: number) => {
    await emitSampleEvent({ ...ctx, realTime: now }, "v2.contract.created");
    return received(number);
  };
  /** True if the library accepts it at this moment. */
  const accepts = (secret: string, { headers, body }: Awaited<ReturnType<typeof received>>): boolean => {
    vi.useFakeTimers({ toFake: ["Date"], now });
    try {
      return new Verifier(secret).verify(body, headers) !== undefined;
    } catch {
      return false;
    } finally {
      vi.useRealTimers();
    }
  };
  const both = await send(1);
  expect([accepts(before, both), accepts(after, both)]).toEqual([true, true]);
  now = at(24 * hourMs + 1).realTime;
  const one = await send(2);
  expect([accepts(before, one), accepts(after, one)]).toEqual([false, true]);
  expect(await readSigning({ ...ctx, realTime: now }, webhookId)).toEqual({ enabled: true, previousUntil: null });
});

// rules/deliveries.md#signatures-2
test("a second rotation within 24 hours is refused while receivers may still use the old secret", async () => {
  await enableSigning(ctx, webhookId);
  const first = await secretOf();
  await rotateSecret(ctx, webhookId);
  const second = await secretOf();
  const signedInAt = (ms: number): ContextOf["owner"] => ({ ...at(ms), session: { ...ctx.session, authenticatedAt: at(ms).realTime } });
  await expect(rotateSecret(signedInAt(24 * hourMs - 1), webhookId)).rejects.toMatchObject({ key: "secretOverlap" });
  await emitSampleEvent(ctx, "v2.contract.created");
  const { headers, body } = await received(1);
  for (const secret of [first, second]) expect(new Verifier(secret).verify(body, headers)).toEqual(JSON.parse(body));
  await rotateSecret(signedInAt(24 * hourMs), webhookId);
  expect(await secretOf()).not.toBe(second);
});

test("a webhook with signatures signs from its first request, with the secret shown at creation, which is audited", async () => {
  const { id, secret = "", ...made } = await create(ctx, { ...sampleSettings, url: endpoint.url, name: "Ledger", signed: true });
  expect(made).not.toHaveProperty("signed");
  expect((await revealSecret(ctx, id, "copy")).text).toBe(secret);
  await emitSampleEvent(ctx, "v2.contract.created");
  await received(2);
  const requests = await Promise.all([received(1), received(2)]);
  const signed = requests.filter(({ headers }) => "webhook-signature" in headers);
  expect(signed, "beside the webhook that does not sign").toHaveLength(1);
  for (const { headers, body } of signed) expect(new Verifier(secret).verify(body, headers)).toEqual(JSON.parse(body));
  expect((await auditOf(id)).map(({ action }) => action)).toEqual(["webhook.created", "webhook.secretRevealed", "webhook.secretCopied"]);
  expect(JSON.stringify(await auditOf(id))).not.toContain(secret.slice(6, 20));
  const [stored] = await sql`select signing_secret from webhooks where id = ${id}`;
  expect(JSON.stringify(stored)).not.toContain(secret.slice(6, 20));
  expect(await read(ctx, id)).not.toHaveProperty("secret");
});

// rules/deliveries.md#signatures-1, #signatures-3
test("a webhook does not sign by default, and its secrets are encrypted, for owners only, and audited", async () => {
  await emitSampleEvent(ctx, "v2.contract.created");
  const unsigned = await received(1);
  expect(Object.keys(unsigned.headers).filter((name) => name.startsWith("webhook-"))).toEqual([]);
  await expect(revealSecret(ctx, webhookId, "reveal")).rejects.toMatchObject({ key: "webhookUnsigned" });
  await expect(rotateSecret(ctx, webhookId)).rejects.toMatchObject({ key: "webhookUnsigned" });

  await enableSigning(ctx, webhookId);
  const secret = await secretOf();
  await enableSigning(ctx, webhookId);
  expect((await revealSecret(ctx, webhookId, "copy")).text).toBe(secret);
  const [stored] = await sql`select signing_secret from webhooks where id = ${webhookId}`;
  expect(JSON.stringify(stored)).not.toContain(secret.slice(6, 20));
  await rotateSecret(ctx, webhookId);
  await disableSigning(ctx, webhookId);
  expect(await readSigning(ctx, webhookId)).toEqual({ enabled: false, previousUntil: null });
  expect((await auditOf(webhookId)).map(({ action }) => action)).toEqual([
    "webhook.created",
    "webhook.signingEnabled",
    "webhook.secretRevealed",
    "webhook.secretCopied",
    "webhook.secretRotated",
    "webhook.signingDisabled",
  ]);
  expect(JSON.stringify(await sql`select details from audit_entries where subject_id = ${webhookId}`)).not.toContain("whsec_");
  const stranger = await makePortal();
  const acts = [enableSigning, disableSigning, rotateSecret, readSigning];
  for (const act of acts) await expect(act(stranger, webhookId)).rejects.toMatchObject({ key: "noWebhook" });
  const stale = { ...ctx, session: { ...ctx.session, authenticatedAt: at(-hourMs).realTime } };
  for (const act of acts.slice(0, 3)) await expect(act(stale, webhookId)).rejects.toMatchObject({ key: "authenticationStale" });
});

test("a manual retry is made once, and refused for a delivery that is over or whose webhook is disabled", async () => {
  endpoint.answer = 503;
  const [deliveryId = ""] = await emitSampleEvent(ctx, "v2.contract.created");
  await settled(deliveryId, "retrying");
  const retries = await Promise.allSettled([retryNow(ctx, deliveryId, 1), retryNow(ctx, deliveryId, 1)]);
  expect(retries.filter(({ status }) => status === "fulfilled").length).toBeGreaterThanOrEqual(1);
  await received(2);
  await waitUntil(
    async () => (await sql`select from deliveries where id = ${deliveryId} and attempts = 2 and status = 'retrying'`).length > 0,
  );
  await expect(retryNow(ctx, deliveryId, 1)).rejects.toMatchObject({ key: "deliverySentMeanwhile" });
  // A manual retry uses up no automatic one: the first is due a minute later.
  const [next] = await sql`select cycle_attempt, trigger from delivery_queue where delivery_id = ${deliveryId}`;
  expect(next).toEqual({ cycleAttempt: 2, trigger: "automatic" });
  await sql`update webhooks set enabled = false where id = ${webhookId}`;
  await expect(retryNow(ctx, deliveryId, 2)).rejects.toMatchObject({ key: "webhookDisabled" });
  await sql`update webhooks set enabled = true where id = ${webhookId}`;
  endpoint.answer = 200;
  await retryNow(ctx, deliveryId, 2);
  await settled(deliveryId, "succeeded");
  await expect(retryNow(ctx, deliveryId, 3)).rejects.toMatchObject({ key: "deliveryNotRetryable" });
  await expect(retryNow(await makePortal(), deliveryId, 3)).rejects.toMatchObject({ key: "noDelivery" });
});
