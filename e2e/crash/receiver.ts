import type { ServerResponse } from "node:http";
import { onTestFinished } from "vitest";
import { receive } from "#lib/delivery/webhooks/receiver.fixture.ts";

/** A delivery that arrived. */
export interface Arrival {
  at: number;
  eventId: string;
  deliveryId: string;
  attempt: number;
  body: string;
}

/** A partner's endpoint, which takes some milliseconds over each delivery. */
export interface Receiver {
  url: string;
  /** The host in `WEBHOOK_ALLOWED_HOSTS`. */
  host: string;
  arrivals: Arrival[];
  /** Settles when so many have arrived since the test began, while the last of them is in flight. */
  arrived(count: number): Promise<void>;
  /** Answers nothing from now on, or answers all that waits and is to come. */
  hold(isHolding: boolean): void;
}

const answerMs = 5;

export async function startReceiver(): Promise<Receiver> {
  const arrivals: Arrival[] = [];
  const expected: { count: number; resolve: () => void }[] = [];
  const held = new Set<ServerResponse>();
  let isHolding = false;
  const receiver = await receive((response, { headers }) => {
    const body = receiver.requests.at(-1)?.body.toString() ?? "";
    const [eventId, deliveryId] = [String(headers["x-event-id"]), String(headers["x-delivery-id"])];
    arrivals.push({ at: Date.now(), eventId, deliveryId, attempt: Number(headers["x-delivery-attempt"]), body });
    for (const { resolve } of expected.filter(({ count }) => count <= arrivals.length)) resolve();
    if (isHolding) held.add(response);
    else setTimeout(() => response.end("ok"), answerMs);
  });
  onTestFinished(() => receiver.close());
  return {
    url: receiver.url,
    host: `localhost:${receiver.port}`,
    arrivals,
    arrived: (count) => new Promise((resolve) => (arrivals.length >= count ? resolve() : expected.push({ count, resolve }))),
    hold(holding) {
      isHolding = holding;
      if (isHolding) return;
      for (const response of held) response.end("ok");
      held.clear();
    },
  };
}
