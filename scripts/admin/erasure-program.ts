import type { Command, Option } from "commander";
import type { Run } from "#scripts/admin/commands.ts";
import type * as ErasureCommand from "#scripts/admin/erasure-command.ts";

export function addErasureCommand(program: Command, run: Run<typeof ErasureCommand>, reason: Option): void {
  program
    .command("erase-person")
    .description("erase the data of a person; contracts, claims and money stay. Without --yes it only says what it would erase")
    .option("--email <address>", "of the insured, of a rental company's contact, or of a user")
    .option("--phone <number>", "in any spelling")
    .option("--name <name>", "first and last name; with an address or a number it must fit as well")
    .option("--contract <cids...>", "the persons of these contracts, and of those that renewed them")
    .addOption(reason)
    .option("--yes", "erase", false)
    .action(run((commands, ctx, options: ErasureCommand.ErasureOptions) => commands.erase(ctx, options)));
}
