import { createHash, createHmac } from "node:crypto";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { text } from "node:stream/consumers";
import type { LoggedEvent } from "../../resources/events.ts";

/** The same timeout as Covergate's for a webhook. */
const timeoutMs = 10_000;

export interface Delivery {
  eventId: string;
  deliveryId: string;
  /** Exactly what a webhook receives. */
  body: string;
}

/** How one attempt ended: with a status, or without an answer. */
export type Attempt = { durationMs: number } & ({ status: number; failure?: undefined } | { status?: undefined; failure: string });

export function deliveryOf({ id, event_type: eventType, data }: LoggedEvent, receiver: string): Delivery {
  // The id has the form of Covergate's, and is the same after a restart.
  const digest = createHash("sha256").update(`${id} ${receiver}`).digest("hex").toUpperCase();
  return { eventId: id, deliveryId: `dlv_${id.slice(4, 14)}${digest.slice(0, 16)}`, body: JSON.stringify({ event_type: eventType, data }) };
}

/** The headers of an attempt, those of Standard Webhooks among them, as a signed webhook has them. */
export function headersOf({ eventId, deliveryId, body }: Delivery, attempt: number, secret: string, at: Date): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000);
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signature = createHmac("sha256", key).update(`${eventId}.${timestamp}.${body}`).digest("base64");
  return {
    "content-type": "application/json",
    "user-agent": "Covergate-Webhooks/2",
    "x-event-id": eventId,
    "x-delivery-id": deliveryId,
    "x-delivery-attempt": String(attempt),
    "webhook-id": eventId,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": `v1,${signature}`,
  };
}

/** Makes one attempt; never rejects. Redirects are not followed. */
export async function post(receiver: URL, body: string, headers: Record<string, string>): Promise<Attempt> {
  const started = performance.now();
  const durationMs = () => Math.round(performance.now() - started);
  try {
    const status = await new Promise<number>((resolve, reject) => {
      // `fetch` would add headers of its own.
      const send = receiver.protocol === "https:" ? httpsRequest : httpRequest;
      const signal = AbortSignal.timeout(timeoutMs);
      const request = send(receiver, { method: "POST", headers: { ...headers, "content-length": Buffer.byteLength(body) }, signal });
      request.once("error", reject);
      request.once("response", (response) => {
        // Read to its end, so that the connection can be used again.
        text(response).then(() => resolve(response.statusCode ?? 0), reject);
      });
      request.end(body);
    });
    return { status, durationMs: durationMs() };
  } catch (error) {
    return { failure: explain(error), durationMs: durationMs() };
  }
}

const explanations: Partial<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ECONNRESET: "connection closed",
  ENOTFOUND: "unknown host",
  ABORT_ERR: `no answer within ${timeoutMs / 1000} s`,
};

function explain(error: unknown): string {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  const code = first instanceof Error && "code" in first ? String(first.code) : "";
  return explanations[code] ?? (code === "" ? String(first) : code);
}
