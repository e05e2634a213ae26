import { expect, test } from "vitest";
import { findFreePort } from "#db/embedded/free-port.ts";
import { failsAt, startReceiver } from "#demo/receiver.ts";
import { create as createPartner } from "#lib/account/partners/change.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import { enterWorld } from "#lib/account/worlds/find.ts";
import { create as createWebhook } from "#lib/delivery/webhook-settings/manage.ts";
import { signatureHeaders, signatureOf, timestampOf } from "#lib/delivery/webhooks/rules/signature.ts";
import { newId } from "#lib/platform/ids.ts";

// rules/sandbox.md#demo-3
test("the receiver of the demo takes what a webhook of the world has signed, and nothing else", async () => {
  const now = new Date();
  const operator = operatorContext("receiver tests", now);
  const { id: partnerId } = await createPartner(operator, { name: `Receiver ${newId("ptn")}` });
  const world = await enterWorld(operator, partnerId, "development");
  const settings = { name: "A", url: "https://hooks.example.com/", eventTypes: ["v2.contract.created" as const], signed: true };
  const { secret = "" } = await createWebhook({ ...operator, ...world }, settings);
  const port = await findFreePort("127.0.0.1");
  const receiver = await startReceiver(port);
  const post = async (path: string, body: string, by = secret, attempt = 2) => {
    const content = { id: "evt_1", timestamp: timestampOf(now), body };
    const headers = {
      ...signatureHeaders(content, signatureOf(content, [by])),
      "x-event-id": "evt_1",
      "x-delivery-attempt": String(attempt),
    };
    return (await fetch(`http://localhost:${port}${path}`, { method: "POST", headers, body })).status;
  };
  const path = `/${world.world.id}/events`;
  expect(await post(path, "{}")).toBe(200);
  expect(await post(path, "{}", `whsec_${"A".repeat(43)}=`)).toBe(401);
  expect(await post(`/${world.world.id}/alerts`, "{}")).toBe(401);
  expect(await post("/0/events", "{}")).toBe(401);
  expect(await post("/elsewhere", "{}")).toBe(404);
  expect(await post(path, "x".repeat(1_000_001))).toBe(413);
  await receiver.stop();
});

test("the receiver of the demo fails at a first attempt now and then, seldom for good, and at some first replays", () => {
  const ids = Array.from({ length: 600 }, (_, n) => `evt_${n}`);
  const failing = (attempt: number) => ids.filter((id) => failsAt(id, attempt)).length;
  expect(failing(1)).toBeGreaterThan(60);
  expect(failing(1)).toBeLessThan(180);
  expect(failing(4)).toBeGreaterThan(0);
  expect(failing(4)).toBeLessThan(40);
  for (const attempt of [5, 8]) expect(failing(attempt)).toBeGreaterThan(100);
  expect(failing(9)).toBe(0);
});
