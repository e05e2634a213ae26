import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { readSentBody } from "#clients/tests/typescript/sent-body.fixture.ts";
import { Covergate } from "#clients/typescript/src/client.ts";
import type { CovergateOptions } from "#clients/typescript/src/client.ts";

export interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: unknown;
}

/** The answer of a test server to one request; `drop` closes the connection instead, `silence` keeps it open. */
export type Reaction = { status: number; body?: unknown; text?: string; headers?: Record<string, string> } | "drop" | "silence";

/** A server of this machine that answers with one reaction after the other, the last again and again, and a client of it. */
export async function serveReactions(
  reactions: readonly [Reaction, ...Reaction[]],
  options: CovergateOptions = {},
): Promise<{ covergate: Covergate; received: ReceivedRequest[] }> {
  const received: ReceivedRequest[] = [];
  const server = createServer((request, response) => void answer(request, response));
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readSentBody(request);
    const { method = "", url = "", headers } = request;
    received.push({ method, url, headers, body });
    const reaction = reactions[Math.min(received.length, reactions.length) - 1];
    if (reaction === undefined || reaction === "silence") return;
    if (reaction === "drop") {
      request.socket.destroy();
      return;
    }
    response.writeHead(reaction.status, { "x-execution-id": "exec_1", ...reaction.headers });
    response.end(reaction.text ?? JSON.stringify(reaction.body));
  }
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { covergate: new Covergate({ apiKey: "cg_test", baseUrl: `http://127.0.0.1:${port}`, ...options }), received };
}
