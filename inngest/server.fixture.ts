import { createHmac, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { receive } from "#lib/delivery/webhooks/receiver.fixture.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

interface Event {
  id?: string;
  name: string;
  data: Record<string, unknown>;
  ts?: number;
}

interface RegisteredFunction {
  id: string;
  triggers: { event?: string }[];
  steps: { step: { runtime: { url: string } } };
  cancel?: { event: string; if: string }[];
}

/** The next step that a function returns. */
interface Operation {
  id: string;
  op: string;
  name: string;
  data?: unknown;
}

interface Run {
  function: RegisteredFunction;
  event: Event;
  steps: Record<string, { type: "data"; data: unknown }>;
  state: "running" | "sleeping" | "cancelled" | "completed";
  /** The ends of its sleeps, in order. */
  sleeps: Date[];
  wake(): void;
}

/** A test server with Inngest's side of the SDK protocol, as far as Covergate uses it. It runs nothing on a schedule. */
export interface SampleInngest {
  /** The settings that connect Covergate to it. */
  settings: Record<string, string>;
  /** Lets the app at this address register its functions. */
  sync(url: string): Promise<void>;
  /** The received events about a delivery. */
  eventsOf(deliveryId: string): Event[];
  runsOf(deliveryId: string): Run[];
  /** True if it stores the steps of a function before the function answers; the SDK allows for servers without that call. */
  hasCheckpoints: boolean;
  close(): Promise<void>;
}

const eventKey = "event-key";
const signingKey = "signkey-test-0123456789abcdef0123456789abcdef";

export async function startInngest(): Promise<SampleInngest> {
  let functions: RegisteredFunction[] = [];
  const runs = new Map<string, Run>();
  const received: Event[] = [];
  /** Event ids by function that ran for them: an event sent again starts a run in functions that were missing before. */
  const seen = new Set<string>();

  function take(event: Event): void {
    received.push(event);
    for (const registered of functions) {
      const key = `${registered.id} ${event.id ?? randomUUID()}`;
      if (seen.has(key) || !registered.triggers.some((trigger) => trigger.event === event.name)) continue;
      seen.add(key);
      void start(registered, { ...event, ts: event.ts ?? currentTime().getTime() });
    }
    for (const run of runs.values()) {
      if (run.function.cancel?.some((cancel) => cancel.event === event.name && holds(cancel.if, event, run.event)) !== true) continue;
      run.state = "cancelled";
      run.wake();
    }
  }

  async function start(registered: RegisteredFunction, event: Event): Promise<void> {
    const id = randomUUID();
    const run: Run = { function: registered, event, steps: {}, state: "running", sleeps: [], wake: () => undefined };
    runs.set(id, run);
    const isOver = () => run.state === "cancelled" || run.state === "completed";
    while (!isOver()) {
      const stack = Object.keys(run.steps);
      const ctx = { run_id: id, fn_id: randomUUID(), attempt: 0, qi_id: randomUUID(), stack: { stack, current: stack.length } };
      const answer = await call("POST", registered.steps.step.runtime.url, { ctx, event, events: [event], steps: run.steps, version: 2 });
      if (answer.status !== 206) throw new Error(`${registered.id} answered ${answer.status}: ${await answer.text()}`);
      for (const operation of (await answer.json()) as Operation[]) await carryOut(run, operation);
    }
  }

  async function carryOut(run: Run, { id, op, name, data }: Operation): Promise<void> {
    if (op === "RunComplete") run.state = "completed";
    else if (op !== "Sleep") run.steps[id] = { type: "data", data: data ?? null };
    else {
      await new Promise<void>((wake) => Object.assign(run, { wake, state: "sleeping", sleeps: [...run.sleeps, new Date(name)] }));
      run.steps[id] = { type: "data", data: null };
    }
  }

  function respond(response: ServerResponse, request: IncomingMessage, body: string): void {
    const answer = (status: number, value: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    if (request.url === "/fn/register") {
      functions = (JSON.parse(body) as { functions: RegisteredFunction[] }).functions;
      answer(200, { ok: true, status: 200, modified: true });
    } else if (request.url === `/e/${eventKey}`) {
      const events = JSON.parse(body) as Event[];
      answer(200, { status: 200, ids: events.map(({ id }) => id ?? randomUUID()) });
      events.forEach(take);
    } else if (sample.hasCheckpoints && request.url?.startsWith("/v1/checkpoint/") === true) {
      const { run_id: runId, steps } = JSON.parse(body) as { run_id: string; steps: Operation[] };
      const run = runs.get(runId);
      for (const { id, data } of steps) if (run !== undefined) run.steps[id] = { type: "data", data: data ?? null };
      answer(200, {});
    } else answer(404, {});
  }

  const receiver = await receive((response, request) => respond(response, request, receiver.requests.at(-1)?.body.toString() ?? ""));
  const sample: SampleInngest = {
    settings: {
      INNGEST_BASE_URL: `http://127.0.0.1:${receiver.port}`,
      INNGEST_EVENT_KEY: eventKey,
      INNGEST_SIGNING_KEY: signingKey,
    },
    hasCheckpoints: true,
    async sync(url) {
      const answer = await call("PUT", url, {});
      if (!answer.ok) throw new Error(`the app did not sync: ${answer.status} ${await answer.text()}`);
    },
    eventsOf: (deliveryId) => received.filter(({ data }) => data["deliveryId"] === deliveryId),
    runsOf: (deliveryId) => [...runs.values()].filter(({ event }) => event.data["deliveryId"] === deliveryId),
    close: () => receiver.close(),
  };
  return sample;
}

/** Sends a signed call to the app. */
function call(method: "PUT" | "POST", url: string, value: object) {
  const body = canonical(value);
  const headers = { "content-type": "application/json", "x-inngest-req-version": "2", "x-inngest-signature": sign(body) };
  return fetch(url, { method, headers, body });
}

/** Evaluates a match expression for two events: `async.data.deliveryId == event.data.deliveryId && …`. */
function holds(expression: string, later: Event, first: Event): boolean {
  return expression.split(" && ").every((comparison) => {
    const [, theirs, ours] = /^async\.data\.(\w+) == event\.data\.(\w+)$/.exec(comparison) ?? [];
    if (theirs === undefined || ours === undefined) throw new Error(`the tests do not know the expression ${comparison}`);
    return later.data[theirs] === first.data[ours];
  });
}

/** Signs like Inngest: over the canonical body (RFC 8785) and the second, with the key without its prefix. */
function sign(body: string): string {
  const seconds = Math.floor(currentTime().getTime() / 1000);
  const hash = createHmac("sha256", signingKey.replace(/^signkey-\w+-/, ""));
  return `t=${seconds}&s=${hash.update(body).update(String(seconds)).digest("hex")}`;
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).toSorted(byName)) : part,
  );
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
