#!/usr/bin/env node
import { CommanderError } from "commander";
import { describeProblem, exitCodeOf, exitCodes } from "./problem.ts";
import { buildProgram } from "./program.ts";
import { note, paint, printable } from "./terminal.ts";

// A reader that has enough, such as `head`, closes the pipe.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

try {
  await buildProgram().parseAsync();
} catch (error) {
  // Commander has printed the usage error, or the requested help.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : exitCodes.usage;
  else complain(error);
}

function complain(error: unknown): void {
  const { message = "", ...facts } = describeProblem(error);
  process.exitCode = exitCodeOf(error);
  if (process.argv.includes("--json")) {
    note(JSON.stringify({ error: { message, ...facts } }));
    return;
  }
  note(`${paint("red", "error", process.stderr)}: ${printable(String(message))}`);
  for (const [name, value] of Object.entries(facts)) {
    if (value !== undefined) note(`  ${paint("dim", name.replace("_", " "), process.stderr)}: ${printable(String(value))}`);
  }
}
