import type { Command } from "commander";
import type { Run } from "#scripts/admin/commands.ts";
import type * as SearchCommand from "#scripts/admin/search-command.ts";

export function addSearchCommands(program: Command, run: Run<typeof SearchCommand>): void {
  const search = program.command("search").description("the entries that a search reads");
  search
    .command("progress")
    .description("say how far they have been written")
    .action(run((commands) => commands.progress()));
  search
    .command("repair")
    .description("write all of them anew, as the job index-search does after an upgrade; nothing waits for it")
    .action(run((commands, ctx) => commands.repair(ctx)));
}
