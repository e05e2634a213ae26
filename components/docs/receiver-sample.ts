/** A whole receiver of webhooks, as the guide shows it; its test runs it. */
export const receiverSample = `import { createHash, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

const digest = (value: string) => createHash("sha256").update(value).digest();
const token = digest(process.env.WEBHOOK_TOKEN ?? "");
const handled = new Set<string>();

const server = createServer(async (request, response) => {
  const { searchParams } = new URL(request.url ?? "/", "http://localhost");
  if (!timingSafeEqual(digest(searchParams.get("token") ?? ""), token)) {
    response.writeHead(401).end();
    return;
  }

  const event = JSON.parse(await text(request));
  const id = String(request.headers["x-event-id"]);
  response.writeHead(204).end();

  if (handled.has(id)) return;
  handled.add(id);
  console.log(event.event_type, event.data);
});

server.listen(Number(process.env.PORT ?? 4000), "127.0.0.1");
`;
