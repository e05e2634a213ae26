import { userInfo } from "node:os";
import { Command, InvalidArgumentError, Option } from "commander";
import { operatorContext } from "#lib/account/users/roles.ts";
import { currentTime } from "#lib/platform/time/clock.ts";
import { reasoned } from "#lib/platform/wire/reason.ts";
import manifest from "#package.json" with { type: "json" };
import { addClaimCommands } from "#scripts/admin/claim-program.ts";
import type * as ClockCommand from "#scripts/admin/clock-command.ts";
import type { ClockOptions } from "#scripts/admin/clock-command.ts";
import type * as Commands from "#scripts/admin/commands.ts";
import type { Run } from "#scripts/admin/commands.ts";
import { addErasureCommand } from "#scripts/admin/erasure-program.ts";
import { addKeyCommands } from "#scripts/admin/key-program.ts";
import { addPartnerCommands } from "#scripts/admin/partner-program.ts";
import { addRenterCommands } from "#scripts/admin/renter-program.ts";
import { addSearchCommands } from "#scripts/admin/search-program.ts";
import { addStatementCommands } from "#scripts/admin/statement-program.ts";
import { addStrayFilesCommand } from "#scripts/admin/stray-files-program.ts";
import { addTariffCommands } from "#scripts/admin/tariff-program.ts";
import { addUserCommands } from "#scripts/admin/user-program.ts";

export interface ProgramIo {
  /** Runs `work` on the database; modules that read the settings are only imported inside it. */
  withDatabase<Result>(work: () => Promise<Result>): Promise<Result>;
  print(text: string): void;
  complain(text: string): void;
}

/** The admin command's syntax, with the function of commands.ts for each command. */
export function buildProgram({ withDatabase, print }: ProgramIo): Command {
  const program = new Command("covergate admin")
    .description("Partners, renters, API keys, users, claims and sandboxes, from the command line.")
    .option("--json", "answer in JSON")
    .option("--as <name>", "who is noted in the audit log", nameOfAccount())
    .addHelpText("after", "\nExit codes: 0 done, 1 refused or failed, 2 wrong usage.")
    .version(manifest.version)
    .exitOverride()
    .configureOutput({ writeOut: (text) => print(text.trimEnd()), outputError: () => undefined });

  const runOn =
    <Module>(load: () => Promise<Module>): Run<Module> =>
    (work) =>
    async (...input) => {
      const { json, as } = program.opts<{ json?: boolean; as: string }>();
      const ctx = operatorContext(as, currentTime());
      const answer = await withDatabase(async () => work(await load(), ctx, ...input));
      print(json ? JSON.stringify(answer.data, null, 2) : answer.text);
    };
  const run = runOn(() => import("#scripts/admin/commands.ts"));

  const reason = new Option("--reason <sentence>", "why, for the audit log").argParser(parseReason).makeOptionMandatory();

  addPartnerCommands(program, run, reason);
  addRenterCommands(program, run, reason);
  addKeyCommands(program, run, reason);

  addSecretsCommand(program, run);
  addClockCommand(
    program,
    runOn(() => import("#scripts/admin/clock-command.ts")),
  );
  program
    .command("doctor")
    .description("examine settings, database, partitions, jobs, documents, mail, clock and disk")
    .action(async () => {
      const { json } = program.opts<{ json?: boolean }>();
      await withDatabase(async () =>
        (await import("#scripts/admin/doctor-command.ts")).examine(({ data, text }) => print(json ? JSON.stringify(data, null, 2) : text)),
      );
    });
  addStrayFilesCommand(
    program,
    runOn(() => import("#scripts/admin/stray-files-command.ts")),
  );
  addStatementCommands(
    program,
    runOn(() => import("#scripts/admin/statement-command.ts")),
  );
  addSearchCommands(
    program,
    runOn(() => import("#scripts/admin/search-command.ts")),
  );
  addErasureCommand(
    program,
    runOn(() => import("#scripts/admin/erasure-command.ts")),
    reason,
  );
  addUserCommands(
    program,
    runOn(() => import("#scripts/admin/user-commands.ts")),
    reason,
  );
  addClaimCommands(
    program,
    runOn(() => import("#scripts/admin/claim-commands.ts")),
    reason,
  );
  addTariffCommands(
    program,
    runOn(() => import("#scripts/admin/tariff-commands.ts")),
    reason,
  );

  return program;
}

function addSecretsCommand(program: Command, run: Run<typeof Commands>): void {
  program
    .command("secrets")
    .description("what is encrypted under APP_SECRET")
    .command("rotate")
    .description(
      "encrypt everything under the newest secret of APP_SECRET, after which the older ones are not needed (docs/operations/secrets.md)",
    )
    .action(run((commands, ctx) => commands.rotateSecrets(ctx)));
}

function addClockCommand(program: Command, run: Run<typeof ClockCommand>): void {
  program
    .command("clock")
    .description("show the clock of a partner's sandbox, or move it")
    .argument("<partner>", "its id or its name")
    .addOption(new Option("--advance <duration>", "forward by an ISO 8601 duration, such as P1M").conflicts(["to", "back"]))
    .addOption(new Option("--to <instant>", "forward to a moment, such as 2027-03-01T09:00:00Z").conflicts("back"))
    .option("--back", "back to the real time")
    .action(run((commands, ctx, name: string, options: ClockOptions) => commands.setSandboxClock(ctx, name, options)));
}

/** Containers often run under a number without an account. */
function nameOfAccount(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}

/** Refuses a text that is too long with a message that does not repeat it. */
function parseReason(text: string): string {
  if (text.trim() === "") throw new InvalidArgumentError("It is empty.");
  return reasoned.parse({ reason: text }).reason;
}
