import { expect, onTestFinished } from "vitest";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { createSender, deliveryHeaders } from "#lib/delivery/webhooks/post.ts";
import type { Sender, SenderSettings } from "#lib/delivery/webhooks/post.ts";
import type { LoopbackReceiver } from "#lib/delivery/webhooks/receiver.fixture.ts";

/** The headers and the body of a delivery. */
export const headers = deliveryHeaders({ eventId: "evt_1", deliveryId: "dlv_1", attempt: 2 });
export const body = '{"event_type":"v2.contract.created","data":{}}';

/** Has a receiver or a sender closed when the test is over. */
export async function opening<Opened extends { close(): Promise<void> }>(one: Opened | Promise<Opened>): Promise<Opened> {
  const each = await one;
  onTestFinished(() => each.close());
  return each;
}

/** A sender that may send to this machine. */
export function send(settings: Partial<SenderSettings> = {}): Promise<Sender> {
  return opening(createSender({ allowedHosts: ["localhost"], ...settings }));
}

/** Every connection of the receiver is closed, from our side. */
export function expectHungUp(receiver: LoopbackReceiver): Promise<void> {
  return waitFor(() => expect(receiver.open()).toBe(0));
}
