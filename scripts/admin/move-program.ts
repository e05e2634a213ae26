import { Option } from "commander";
import type { Command } from "commander";
import type { OperatorContext } from "#lib/context.ts";
import type { Answer } from "#scripts/admin/commands.ts";
import type * as MoveCommands from "#scripts/admin/move-commands.ts";

type Work<Input extends unknown[]> = (commands: typeof MoveCommands, ctx: OperatorContext, ...input: Input) => Promise<Answer>;
type Run = <Input extends unknown[]>(work: Work<Input>) => (...input: Input) => Promise<void>;

/** Adds the commands that move a partner to another installation (docs/scale.md). */
export function addMoveCommands(program: Command, run: Run, reason: Option): void {
  const partner = program.command("partner").description("move a partner to another installation (docs/scale.md)");
  const passphrase = new Option("--passphrase-file <path>", "the file that holds the passphrase").makeOptionMandatory();
  partner
    .command("export <partner> <file>")
    .description("freeze a partner, and write everything that is theirs into an encrypted file")
    .addOption(passphrase)
    .addOption(reason)
    .action(
      run((commands, ctx, name: string, file: string, options: MoveCommands.ExportOptions) =>
        commands.exportToFile(ctx, name, file, options),
      ),
    );
  partner
    .command("import <file>")
    .description("read a partner from the file of an export: all of it, or nothing")
    .addOption(passphrase)
    .action(run((commands, ctx, file: string, options: MoveCommands.ImportOptions) => commands.importFromFile(ctx, file, options)));
  partner
    .command("finish <partner>")
    .description("after the import: delete here what is there now, and mark the partner as moved")
    .addOption(reason)
    .action(run((commands, ctx, name: string, options: { reason: string }) => commands.finish(ctx, name, options)));
  partner
    .command("give-up <partner>")
    .description("let a partner work here again whose file was imported nowhere")
    .addOption(reason)
    .action(run((commands, ctx, name: string, options: { reason: string }) => commands.giveUp(ctx, name, options)));
}
