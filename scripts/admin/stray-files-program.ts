import { InvalidArgumentError, Option } from "commander";
import type { Command } from "commander";
import type { Run } from "#scripts/admin/commands.ts";
import type * as StrayFilesCommand from "#scripts/admin/stray-files-command.ts";

/** Long enough to notice that a backup of the wrong moment was restored, whose rows then lack files that are still needed. */
const defaultDays = 7;

export function addStrayFilesCommand(program: Command, run: Run<typeof StrayFilesCommand>): void {
  program
    .command("stray-files")
    .description("find the files that nothing names, as after a restore, and the documents whose file is lost")
    .option("--delete", "delete the files that are old enough; without it nothing is deleted", false)
    .addOption(
      new Option("--older-than <days>", "what is old enough, by the last change of a file").argParser(parseDays).default(defaultDays),
    )
    .option("--more-than-half", "delete them even if they are most of what is stored", false)
    .action(run((commands, ctx, options: StrayFilesCommand.StrayFilesOptions) => commands.strayFiles(ctx, options)));
}

/** A file comes before its row. */
function parseDays(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError("It is not a whole number of days, 1 or more.");
  return Number(text);
}
