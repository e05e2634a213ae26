import type { Command } from "commander";
import { Renters } from "../../resources/renters-and-geo.ts";
import { Sandbox } from "../../resources/sandbox.ts";
import type { SandboxClock } from "../../resources/sandbox.ts";
import { CommandProblem, exitCodes } from "../problem.ts";
import { captureFrom, fetchRecipe, fillStep } from "../recipe.ts";
import { openSession, sideOf } from "../session.ts";
import type { GlobalOptions, Session } from "../session.ts";
import { note, paint, say, sayJson } from "../terminal.ts";

type TriggerOptions = GlobalOptions & { renter?: string };

export function addTrigger(program: Command): void {
  program
    .command("trigger")
    .description("make an event happen in the sandbox, by the calls that lead to it")
    .argument("<event>", "such as v2.contract.created; some move the sandbox's clock")
    .option("-r, --renter <uid>", "the renter to insure; by default the first that may insure bikes")
    .action(async (event: string, _options: object, command: Command) => trigger(event, command.optsWithGlobals<TriggerOptions>()));
}

async function trigger(event: string, options: TriggerOptions): Promise<void> {
  const session = await openSession(options);
  if (session.environment === "production") {
    throw new CommandProblem("events are triggered in development only", "Log in with the development key.", exitCodes.access);
  }
  const { steps, about } = await fetchRecipe(session, event);
  const sandbox = new Sandbox(session.connection);
  // The server, too, says which environment a key opens.
  let { now } = await sandbox.clock();
  const values: Record<string, string> = { renter: options.renter ?? (await findRenter(session)) };
  for (const step of steps) {
    const request = fillStep(step, values, new Date(now));
    if (!options.json) note(paint("dim", `${request.method} /v2${request.path}`, process.stderr));
    const { data: answer } = await session.connection.request(sideOf(request.method, request.path), request);
    Object.assign(values, captureFrom(step, answer));
    // A moved clock may take its time.
    if (request.path === "/sandbox/clock") ({ now } = await settle(sandbox));
  }
  const subject = values[about];
  if (options.json) sayJson({ event, subject });
  else say(`${paint("green", "✓")} ${event} happened to ${subject}`);
}

/** Waits until everything that became due by a move is done. */
async function settle(sandbox: Sandbox): Promise<SandboxClock> {
  for (let isTold = false; ; isTold = true) {
    const clock = await sandbox.clock();
    if (clock.catching_up === null && !clock.resetting) return clock;
    if (!isTold) note("The sandbox is catching up with its clock…");
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** The recipes insure bikes under every contract type. */
async function findRenter({ connection }: Session): Promise<string> {
  const renters = new Renters(connection);
  for (const uid of (await renters.list()).toSorted()) {
    const { LCD, LMD, LLD, products } = (await renters.get(uid)).options;
    if (LCD && LMD && LLD && products.some(({ type }) => type === "bike")) return uid;
  }
  throw new CommandProblem(
    "no renter of this key may insure bikes under every contract type",
    "Name one with --renter, or ask support for one.",
    exitCodes.refused,
  );
}
