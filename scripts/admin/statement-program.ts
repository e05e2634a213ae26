import type { Command } from "commander";
import type { Run } from "#scripts/admin/commands.ts";
import type * as StatementCommand from "#scripts/admin/statement-command.ts";

export function addStatementCommands(program: Command, run: Run<typeof StatementCommand>): void {
  const statement = program.command("statement").description("the premium ledger beside the prices of contracts");
  statement
    .command("mismatches")
    .description("name the contracts whose entries do not add up to their price; changes nothing")
    .action(run((commands) => commands.mismatches()));
  statement
    .command("repair")
    .description("write the entries that are missing, as the job statement-repair does once a day")
    .action(run((commands, ctx) => commands.repair(ctx)));
}
