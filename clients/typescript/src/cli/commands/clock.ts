import type { Command } from "commander";
import { Sandbox } from "../../resources/sandbox.ts";
import type { SandboxClock } from "../../resources/sandbox.ts";
import { openSession } from "../session.ts";
import type { GlobalOptions } from "../session.ts";
import { note, sayFacts, sayJson } from "../terminal.ts";
import { minute } from "../values.ts";

export function addClock(program: Command): void {
  const clock = program.command("clock").description("show the clock of the sandbox, or move it");
  clock.action(run(() => Promise.resolve()));
  clock
    .command("advance")
    .description("move it forward by an ISO 8601 duration, such as P1M or PT5H")
    .argument("<duration>")
    .action(run((sandbox, advance) => sandbox.moveClock({ advance })));
  clock
    .command("to")
    .description("move it forward to an instant, such as 2027-03-01T09:00:00Z")
    .argument("<instant>")
    .action(run((sandbox, to) => sandbox.moveClock({ to })));
  clock
    .command("reset")
    .description("go back to the real time; what happened stays")
    .action(run((sandbox) => sandbox.returnClock()));
}

/** The action of a command that changes the clock, with its argument, and then shows it. */
function run(change: (sandbox: Sandbox, value: string) => Promise<unknown>) {
  return async (...received: unknown[]): Promise<void> => {
    const options = (received.at(-1) as Command).optsWithGlobals<GlobalOptions>();
    const sandbox = new Sandbox((await openSession(options)).connection);
    await change(sandbox, String(received[0]));
    show(await settle(sandbox), options);
  };
}

/** Waits until everything that became due by a move is done. */
export async function settle(sandbox: Sandbox): Promise<SandboxClock> {
  for (let isTold = false; ; isTold = true) {
    const clock = await sandbox.clock();
    if (clock.catching_up === null && !clock.resetting) return clock;
    if (!isTold) note("The sandbox is catching up with its clock…");
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

function show(clock: SandboxClock, { json }: GlobalOptions): void {
  if (json) {
    sayJson(clock);
    return;
  }
  const { now, moved, offset_seconds: offset, next_due: next } = clock;
  sayFacts([
    ["Now", minute(now)],
    ["Moved", moved ? `${Math.floor(offset / 86_400)} d ${Math.floor((offset % 86_400) / 3_600)} h ahead` : "no, it shows the real time"],
    ["Next due", next === null ? "nothing" : minute(next.at)],
  ]);
}
