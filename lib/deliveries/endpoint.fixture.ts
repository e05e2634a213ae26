import type { ServerResponse } from "node:http";
import { receive } from "#lib/webhooks/receiver.fixture.ts";
import type { LoopbackReceiver, ReceivedRequest } from "#lib/webhooks/receiver.fixture.ts";

/** A partner's endpoint, which answers as it is told to. */
export interface SampleEndpoint extends LoopbackReceiver {
  /** The status of answers from now on; null for none until `answerAll`. */
  answer: number | null;
  /** How many requests it answers at once; those after them take `delayMs` or, where that is null, wait for `answerAll`. */
  prompt: number;
  delayMs: number | null;
  /** How many requests wait for their answer. */
  waiting(): number;
  /** The most that ever waited at once. */
  maxWaiting(): number;
  /** Answers what waits. */
  answerAll(status: number): void;
  /** The deliveries that were received, each with the number of its attempt, in the order of their arrival. */
  received(): string[];
}

/** Starts an endpoint that answers 200 at once. */
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
