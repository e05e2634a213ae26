import { createServer } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { Command, InvalidArgumentError } from "commander";
import { SetupError } from "#db/embedded/setup-error.ts";
import { diagnoseSignature } from "#lib/delivery/webhook-settings/diagnose-signature.ts";
import { currentTime } from "#lib/platform/time/clock.ts";
import { readReceiverSettings } from "#scripts/settings.ts";
import { runUntilStopped } from "#server/lifecycle.ts";

interface Options {
  port: number;
  answer: Behaviour;
  delay: number;
}

type Behaviour = number | "slow" | "random";

const { port, answer, delay } = new Command("npm run receiver --")
  .description(
    "A webhook receiver for development: prints the deliveries that arrive and answers them as told. With the signing secret of the webhook in COVERGATE_WEBHOOK_SECRET it verifies each, and answers 401 to those that are not signed with it.",
  )
  .option("--port <number>", "where it listens on this machine", wholeNumber(1, 65_535), 4000)
  .option("--answer <behaviour>", "a status from 200 to 599, slow, or random (200, 500 or slow)", readBehaviour, 200)
  .option("--delay <seconds>", "how long a slow answer takes; deliveries wait for 10 seconds", wholeNumber(1, 3600), 15)
  .parse()
  .opts<Options>();

await runUntilStopped(async (running) => {
  const { COVERGATE_WEBHOOK_SECRET: secret } = readReceiverSettings();
  const server = createServer((request, response) => {
    receive(request, response, secret).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(new SetupError(`Port ${port} cannot be listened on: ${error.message}.`)));
    server.listen(port, "127.0.0.1", resolve);
  });
  running.onStop(async () => {
    server.closeAllConnections();
    server.close();
  });
  console.log(greeting(secret !== undefined));
  running.ready();
});

function greeting(isVerifying: boolean): string {
  const host = `localhost:${port}`;
  const signatures = isVerifying
    ? "Signatures are verified with COVERGATE_WEBHOOK_SECRET"
    : "Signatures are not verified: COVERGATE_WEBHOOK_SECRET is not set";
  return `Waiting for deliveries at http://${host}/ and answering ${answer}. ${signatures}.

Callback URLs must be https:// at a public address. A host that Covergate is started with in
WEBHOOK_ALLOWED_HOSTS is exempt from that, and may be http:// too:

  WEBHOOK_ALLOWED_HOSTS=${host} npm start

Then give a webhook the callback URL http://${host}/ with any path and query, and
start this again with the secret that the portal shows: COVERGATE_WEBHOOK_SECRET=whsec_… npm run receiver
`;
}

async function receive(request: IncomingMessage, response: ServerResponse, secret: string | undefined): Promise<void> {
  const payload = await text(request);
  const body = readBody(payload);
  const signature = judgeSignature(request.headers, payload, secret);
  const behaviour = signature.isRefused ? 401 : answer === "random" ? drawBehaviour() : answer;
  const { "x-event-id": eventId = "(no x-event-id)", "x-delivery-attempt": attempt = "?" } = request.headers;
  const time = currentTime().toLocaleTimeString("en-GB");
  const line = `${time}  ${body.eventType}  ${String(eventId)}  attempt ${String(attempt)}  answering ${behaviour}`;
  // Received text must not control the terminal.
  console.log(`${line.replaceAll(/\p{Cc}/gu, " ")}\nSignature ${signature.verdict}\n${body.shown.replaceAll(/[^\P{Cc}\n]/gu, " ")}\n`);
  if (behaviour === "slow") await wait(delay * 1000);
  response.writeHead(behaviour === "slow" ? 200 : behaviour, { "content-type": "text/plain" }).end("received\n");
}

/** The verdict on a request's signature, and whether it refuses the request. */
function judgeSignature(headers: IncomingHttpHeaders, body: string, secret: string | undefined): { verdict: string; isRefused: boolean } {
  const isSigned = headers["webhook-signature"] !== undefined;
  if (secret === undefined) {
    return {
      verdict: isSigned ? "not verified: set COVERGATE_WEBHOOK_SECRET" : "not verified: the request is not signed",
      isRefused: false,
    };
  }
  if (!isSigned) return { verdict: "missing: the request is not signed", isRefused: true };
  const single = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const facts = { secrets: [secret], expiredSecret: null, others: [], sent: null, now: currentTime() };
  const diagnosis = diagnoseSignature({ headers: single, body }, facts);
  if (diagnosis.isValid) return { verdict: "verified", isRefused: false };
  const isLate = diagnosis.error === "timestampTooOld" || diagnosis.error === "timestampInFuture";
  return {
    verdict: isLate
      ? `wrong: right secret, but its time is ${diagnosis.values["minutes"]} minutes off`
      : "wrong: made with another secret, or the request was changed",
    isRefused: true,
  };
}

/** The event type of a body and its readable form; a body that is no delivery is shown as a string. */
function readBody(input: string): { eventType: string; shown: string } {
  try {
    const value: unknown = JSON.parse(input);
    const eventType = typeof value === "object" && value !== null && "event_type" in value ? String(value.event_type) : "(no event_type)";
    return { eventType, shown: JSON.stringify(value, null, 2) };
  } catch {
    return { eventType: "(not JSON)", shown: JSON.stringify(input) };
  }
}

function drawBehaviour(): Exclude<Behaviour, "random"> {
  const behaviours = [200, 500, "slow"] as const;
  return behaviours[Math.floor(Math.random() * behaviours.length)] ?? 200;
}

function readBehaviour(written: string): Behaviour {
  return written === "slow" || written === "random" ? written : wholeNumber(200, 599, ", slow or random")(written);
}

function wholeNumber(least: number, most: number, otherwise = ""): (written: string) => number {
  return (written) => {
    const number = Number(written);
    if (Number.isInteger(number) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It must be a number from ${least} to ${most}${otherwise}.`);
  };
}
