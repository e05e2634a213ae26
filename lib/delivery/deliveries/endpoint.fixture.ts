import type { ServerResponse } from "node:http";
import { receive } from "#lib/delivery/webhooks/receiver.fixture.ts";
import type { LoopbackReceiver, ReceivedRequest } from "#lib/delivery/webhooks/receiver.fixture.ts";

export interface SampleEndpoint extends LoopbackReceiver {
  /** The status of answers from now on; null to wait for `answerAll`. */
  answer: number | null;
  /** How many requests are answered at once; later ones take `delayMs`, or wait for `answerAll` where that is null. */
  prompt: number;
  delayMs: number | null;
  waiting(): number;
  maxWaiting(): number;
  answerAll(status: number): void;
  /** The received deliveries with their attempt numbers, in order of arrival. */
  received(): string[];
}

export async function startEndpoint(): Promise<SampleEndpoint> {
  const waiting = new Set<ServerResponse>();
  let most = 0;
  const finish = (response: ServerResponse, status: number): void => {
    waiting.delete(response);
    response.writeHead(status).end("answer");
  };
  const respond = (response: ServerResponse): void => {
    waiting.add(response);
    response.on("close", () => waiting.delete(response));
    most = Math.max(most, waiting.size);
    const { answer, prompt, delayMs } = endpoint;
    if (answer === null) return;
    if (receiver.requests.length <= prompt) finish(response, answer);
    else if (delayMs !== null) setTimeout(() => finish(response, answer), delayMs);
  };
  const receiver = await receive(respond);
  const endpoint: SampleEndpoint = {
    ...receiver,
    answer: 200,
    prompt: Number.POSITIVE_INFINITY,
    delayMs: null,
    waiting: () => waiting.size,
    maxWaiting: () => most,
    answerAll(status) {
      for (const response of waiting) finish(response, status);
    },
    received: () => receiver.requests.map(nameAttempt),
  };
  return endpoint;
}

function nameAttempt({ headers }: ReceivedRequest): string {
  return `${String(headers["x-delivery-id"])} ${String(headers["x-delivery-attempt"])}`;
}
