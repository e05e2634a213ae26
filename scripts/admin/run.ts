import { explain } from "#scripts/admin/explain.ts";
import { buildProgram } from "#scripts/admin/program.ts";
import type { ProgramIo } from "#scripts/admin/program.ts";

/** Runs the admin command: 0 done, 1 refused or failed, 2 wrong usage. Errors are printed as one sentence, or as JSON on request. */
export async function runAdmin(args: readonly string[], surroundings: ProgramIo): Promise<number> {
  const program = buildProgram(surroundings);
  try {
    await program.parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    const { sentence, exitCode } = explain(error);
    const { json } = program.opts<{ json?: boolean }>();
    if (sentence !== undefined) surroundings.complain(json ? JSON.stringify({ error: sentence }) : sentence);
    return exitCode;
  }
}
