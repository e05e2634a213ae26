import { hash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { sql } from "#db/client.ts";
import { diagnoseSignature } from "#lib/delivery/webhook-settings/diagnose-signature.ts";
import { decryptSecret } from "#lib/delivery/webhooks/secrets.ts";
import { log } from "#lib/platform/log/log.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

/** More than an event is. */
const maxBody = 1_000_000;

/** The answer to a delivery that is retried. */
export const unavailable =
  "<h1>503 Service Unavailable</h1><p>The receiver of the demo fails now and then, so that retries can be seen.</p>";

export interface DemoReceiver {
  stop(): Promise<void>;
}

/**
 * Receives what the demo's webhooks and alerts send, on this machine alone: `POST /<world>/events` and `/<world>/alerts`. It answers 401 to
 * what is not signed with a secret of that world, and fails now and then, so that deliveries are retried. It calls nothing
 * (rules/sandbox.md#demo-3).
 */
export async function startReceiver(port: number): Promise<DemoReceiver> {
  const server = createServer((request, response) => {
    receive(request, response).catch((error: unknown) => {
      log.error({ error }, "the receiver of the demo failed");
      response.destroy();
    });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  log.info({ port: (server.address() as AddressInfo).port }, "the receiver of the demo listens");
  return {
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, worldId = "", kind = ""] = /^\/(\d{1,9})\/(events|alerts)$/.exec(request.url ?? "") ?? [];
  if (request.method !== "POST" || kind === "") return answer(response, 404, "there is nothing here");
  if (!(Number(request.headers["content-length"]) <= maxBody)) return answer(response, 413, "too large");
  const body = await text(request);
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const secrets = await findSecrets(Number(worldId), kind === "alerts" ? "alert_rules" : "webhooks");
  const facts = { secrets, expiredSecret: null, others: [], sent: null, now: currentTime() };
  if (!diagnoseSignature({ headers, body }, facts).isValid) return answer(response, 401, "the signature is wrong");
  const isDown = kind === "events" && failsAt(headers["x-event-id"] ?? "", Number(headers["x-delivery-attempt"]));
  return isDown ? answer(response, 503, unavailable) : answer(response, 200, '{"received":true}');
}

function answer(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { "content-type": body.startsWith("{") ? "application/json" : "text/html" }).end(body);
}

/** All secrets that sign in a world now. */
async function findSecrets(worldId: number, table: "webhooks" | "alert_rules"): Promise<string[]> {
  const isLive = table === "webhooks" ? sql`and deleted_at is null` : sql``;
  const rows = await sql<{ id: string; signingSecret: string }[]>`
    select id, signing_secret from ${sql(table)} where world_id = ${worldId} and signing_secret is not null ${isLive}`;
  return rows.map(({ id, signingSecret }) => decryptSecret(signingSecret, id));
}

const [failsOnceOf, failsForGoodOf, failsReplayedOf] = [6, 60, 4];
const attemptsOfCycle = 4;

/**
 * True if the receiver fails at an attempt: at the first one of every sixth event, at all automatic ones of every sixtieth, and at all of the
 * first replay of every fourth.
 */
export function failsAt(eventId: string, attempt: number): boolean {
  const drawn = hash("sha256", eventId, "buffer").readUInt32BE(0);
  if (attempt > attemptsOfCycle) return attempt <= 2 * attemptsOfCycle && drawn % failsReplayedOf === 1;
  return drawn % failsForGoodOf === 0 ? attempt <= attemptsOfCycle : drawn % failsOnceOf === 0 && attempt === 1;
}
