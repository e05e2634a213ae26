import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { Command, InvalidArgumentError } from "commander";
import { SetupError } from "#db/embedded/setup-error.ts";
import { currentTime } from "#lib/clock.ts";
import { runUntilStopped } from "#scripts/lifecycle.ts";

interface Options {
  port: number;
  answer: Behaviour;
  delay: number;
}

type Behaviour = number | "slow" | "random";

const { port, answer, delay } = new Command("npm run receiver --")
  .description("A webhook receiver for development: prints the deliveries that arrive and answers them as told.")
  .option("--port <number>", "where it listens on this machine", wholeNumber(1, 65_535), 4000)
  .option("--answer <behaviour>", "a status from 200 to 599, slow, or random (200, 500 or slow)", readBehaviour, 200)
  .option("--delay <seconds>", "how long a slow answer takes; deliveries wait for 10 seconds", wholeNumber(1, 3600), 15)
  .parse()
  .opts<Options>();

await runUntilStopped(async (running) => {
  const server = createServer((request, response) => {
    receive(request, response).catch((error: unknown) => {
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
  console.log(greeting());
  running.ready();
});

function greeting(): string {
  const host = `localhost:${port}`;
  return `Waiting for deliveries at http://${host}/ and answering ${answer}.

Callback URLs must be https:// at a public address. A host that Covergate is started with in
WEBHOOK_ALLOWED_HOSTS is exempt from that, and may be http:// too:

  WEBHOOK_ALLOWED_HOSTS=${host} npm start

Then give a webhook the callback URL http://${host}/ with any path and query.
`;
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = readBody(await text(request));
  const behaviour = answer === "random" ? drawBehaviour() : answer;
  const { "x-event-id": eventId = "(no x-event-id)", "x-delivery-attempt": attempt = "?" } = request.headers;
  const time = currentTime().toLocaleTimeString("en-GB");
  console.log(`${time}  ${body.eventType}  ${String(eventId)}  attempt ${String(attempt)}  answering ${behaviour}\n${body.shown}\n`);
  if (behaviour === "slow") await wait(delay * 1000);
  response.writeHead(behaviour === "slow" ? 200 : behaviour, { "content-type": "text/plain" }).end("received\n");
}

/** What a body says of itself, and the body for reading; one that is no delivery is shown as a string. */
function readBody(sent: string): { eventType: string; shown: string } {
  try {
    const value: unknown = JSON.parse(sent);
    const eventType = typeof value === "object" && value !== null && "event_type" in value ? String(value.event_type) : "(no event_type)";
    return { eventType, shown: JSON.stringify(value, null, 2) };
  } catch {
    return { eventType: "(not JSON)", shown: JSON.stringify(sent) };
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
