import { InvalidArgumentError, Option } from "commander";
import type { Command } from "commander";
import { eventTypes } from "../../generated/api.ts";
import type { EventType } from "../../generated/schema.ts";
import type { LoggedEvent } from "../../resources/events.ts";
import { beginning, newestEvent, readLog, sleep } from "../listen/log.ts";
import { KeptPlace } from "../listen/place.ts";
import { deliveryOf, headersOf, post } from "../listen/receiver.ts";
import type { Attempt } from "../listen/receiver.ts";
import { CommandProblem } from "../problem.ts";
import { connect, openSession, previewOf } from "../session.ts";
import type { GlobalOptions } from "../session.ts";
import { note, paint, printable, say } from "../terminal.ts";

interface ListenOptions extends GlobalOptions {
  forwardTo: URL;
  events?: EventType[];
  from?: string;
}

const firstDelayMs = 500;
const longestDelayMs = 10_000;
/** After as many retries of a delivery that was answered and refused, Covergate gives up, too. */
const retries = 3;

export function addListen(program: Command): void {
  program
    .command("listen")
    .description("forward events to a receiver on this machine, signed as a webhook would be, as they happen")
    .addOption(
      new Option("-t, --forward-to <url>", "the receiver, such as localhost:3000/webhooks").argParser(readReceiver).makeOptionMandatory(),
    )
    .addOption(new Option("--events <event...>", "only these").choices(eventTypes))
    .option("--from <place>", "where to begin: now, start, or after the id of an event; by default where it stopped")
    .action(async (_options: object, command: Command) => listen(command.optsWithGlobals<ListenOptions>()));
}

function readReceiver(text: string): URL {
  const address = /^\d+$/.test(text) ? `http://localhost:${text}` : /^https?:\/\//.test(text) ? text : `http://${text}`;
  if (!URL.canParse(address)) throw new InvalidArgumentError("It must be an address such as http://localhost:3000/webhooks.");
  return new URL(address);
}

async function listen({ forwardTo, events: types = [], from, ...options }: ListenOptions): Promise<void> {
  const session = await openSession(options);
  const { address, environment, key } = session;
  const place = await KeptPlace.open(session, forwardTo.href, types);
  const secret = readSecret() ?? place.secret;
  const isContinued = from === undefined && place.after !== undefined;
  const after = await startOf(from ?? place.after, () => newestEvent(session.connection));
  // Later events are forwarded, even if this run ends before them.
  await place.moveTo(after);
  note(`Listening to ${address}, ${environment}, with ${previewOf(key)}`);
  note(`Forwarding to ${forwardTo.href}`);
  note(`Signing secret  ${paint("bold", secret, process.stderr)}`);
  if (environment === "production") note(paint("yellow", "These are events of production, with the data of real people.", process.stderr));
  note(isContinued ? `Going on after ${after}. Ctrl-C ends.` : "Waiting for events. Ctrl-C ends.");

  const ending = endOnSignals();
  const log = readLog(connect(address, key, { maxRetries: 0 }), after, types, tellTrouble, ending);
  for await (const event of log) {
    await deliver(event, { receiver: forwardTo, secret, json: options.json }, ending);
    if (ending.aborted) return;
    await place.moveTo(event.id);
  }
}

function readSecret(): string | undefined {
  const secret = process.env["COVERGATE_WEBHOOK_SECRET"] ?? "";
  if (secret === "") return undefined;
  if (/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret)) return secret;
  throw new CommandProblem(
    "COVERGATE_WEBHOOK_SECRET is no secret",
    "Set it to whsec_ and base64, as the portal shows it, or leave it out.",
  );
}

async function startOf(place: string | undefined, findNewest: () => Promise<string>): Promise<string> {
  if (place === "start") return beginning;
  return place === undefined || place === "now" ? findNewest() : place;
}

interface Target {
  receiver: URL;
  secret: string;
  json: boolean;
}

/** Tries until the receiver is up; one that answers with a failure gets the retries of a webhook. Returns without success where it ends. */
async function deliver(event: LoggedEvent, { receiver, secret, json }: Target, ending: AbortSignal): Promise<void> {
  const delivery = deliveryOf(event, receiver.href);
  let refusals = 0;
  for (let attempt = 1; !ending.aborted; attempt += 1) {
    const outcome = await post(receiver, delivery.body, headersOf(delivery, attempt, secret, new Date()));
    const isDone = outcome.status !== undefined && outcome.status >= 200 && outcome.status < 300;
    if (!isDown(outcome)) refusals += 1;
    const isOver = isDone || refusals > retries;
    const delayMs = Math.min(longestDelayMs, firstDelayMs * 2 ** (attempt - 1));
    tell(event, delivery.deliveryId, attempt, outcome, { json, next: isOver ? undefined : delayMs });
    if (isOver) return;
    await sleep(delayMs, ending);
  }
}

/** True if nobody takes the event: no connection, or a proxy without its server. */
function isDown({ status }: Attempt): boolean {
  return status === undefined || status === 502 || status === 503 || status === 504;
}

interface Telling {
  json: boolean;
  /** Milliseconds until the next attempt. */
  next: number | undefined;
}

function tell(
  event: LoggedEvent,
  deliveryId: string,
  attempt: number,
  { status, failure, durationMs }: Attempt,
  { json, next }: Telling,
): void {
  const { id, event_type: type, subject } = event;
  if (json) {
    say(
      JSON.stringify({
        event_id: id,
        event_type: type,
        subject,
        delivery_id: deliveryId,
        attempt,
        status,
        failure,
        duration_ms: durationMs,
      }),
    );
    return;
  }
  const isDone = status !== undefined && status >= 200 && status < 300;
  const answer = paint(isDone ? "green" : "red", status === undefined ? failure : String(status));
  const again = next === undefined ? (isDone ? "" : "; given up") : `; again in ${next / 1000} s`;
  const time = new Date().toTimeString().slice(0, 8);
  say(`${paint("dim", time)}  ${printable(type)}  ${paint("dim", `${id}  ${printable(subject)}`)}  ${answer}  ${durationMs} ms${again}`);
}

function tellTrouble(trouble: Error | undefined): void {
  note(trouble === undefined ? "Connected again; no event was lost." : `No connection (${trouble.message}); trying again…`);
}

/** Ends after the attempt in progress; a second signal ends at once. */
function endOnSignals(): AbortSignal {
  const ending = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => ending.abort());
  }
  return ending.signal;
}
