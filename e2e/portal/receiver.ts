import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";

/** A partner's system that takes deliveries, and answers as it is told. */
export interface Receiver {
  /** The status of every answer from now on. */
  answerWith(status: number): void;
  eventIds: string[];
  /** The requests themselves. */
  requests: { headers: IncomingHttpHeaders; body: string }[];
  /** The types of these events. */
  eventTypes: string[];
  close(): Promise<void>;
}

/** A receiver on a port of this machine, whose answers have `body`. */
export async function startReceiver(port: number, body: string): Promise<Receiver> {
  let status = 200;
  const eventIds: string[] = [];
  const requests: Receiver["requests"] = [];
  const eventTypes: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((sent) => {
      requests.push({ headers: request.headers, body: sent });
      eventTypes.push((JSON.parse(sent) as { event_type: string }).event_type);
      eventIds.push(String(request.headers["x-event-id"]));
      response.writeHead(status).end(body);
    });
  });
  server.listen(port, "localhost");
  await once(server, "listening");
  return {
    answerWith(next) {
      status = next;
    },
    eventIds,
    requests,
    eventTypes,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
