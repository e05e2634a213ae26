import { isFromCovergate } from "#components/docs/samples/signature-samples.ts";

/** The guide's complete webhook receiver, which a test runs. */
export const receiverSample = `import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

const { COVERGATE_WEBHOOK_SECRET = "", PORT = "4000" } = process.env;
const handled = new Set<string>();

const server = createServer(async (request, response) => {
  // Undefined if the sender breaks off, which must not end the program.
  const body = await text(request).catch(() => undefined);
  if (body === undefined || !isFromCovergate(request.headers, body, COVERGATE_WEBHOOK_SECRET)) {
    response.writeHead(401).end();
    return;
  }
  response.writeHead(204).end();

  const id = String(request.headers["x-event-id"]);
  if (handled.has(id)) return;
  handled.add(id);
  const event = JSON.parse(body);
  console.log(event.event_type, event.data);
});

server.listen(Number(PORT), "127.0.0.1");

${isFromCovergate}`;
