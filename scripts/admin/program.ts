import { userInfo } from "node:os";
import { Argument, Command, InvalidArgumentError, Option } from "commander";
import { overlapHours } from "#lib/account/keys/schema.ts";
import type { OverlapHours } from "#lib/account/keys/schema.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import type { OperatorContext } from "#lib/account/worlds/context.ts";
import { features, partnerStatuses } from "#lib/account/worlds/schema.ts";
import { contractTypes, productTypeNames } from "#lib/insurance/catalogue/catalogue.ts";
import { renterCompany } from "#lib/insurance/renters/schema.ts";
import { environments } from "#lib/platform/environments.ts";
import type { Environment } from "#lib/platform/environments.ts";
import { currentTime } from "#lib/platform/time/clock.ts";
import { reasoned } from "#lib/platform/wire/reason.ts";
import { addClaimCommands } from "#scripts/admin/claim-program.ts";
import type { ClockOptions } from "#scripts/admin/clock-command.ts";
import type * as Commands from "#scripts/admin/commands.ts";
import { addErasureCommand } from "#scripts/admin/erasure-program.ts";
import { kebab } from "#scripts/admin/explain.ts";
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
  const program = new Command("npm run admin --")
    .description("Partners, renters, API keys, users, claims and sandboxes, from the command line.")
    .option("--json", "answer in JSON")
    .option("--as <name>", "who is noted in the audit log", nameOfAccount())
    .addHelpText("after", "\nExit codes: 0 done, 1 refused or failed, 2 wrong usage.")
    .exitOverride()
    .configureOutput({ outputError: () => undefined });

  /** Makes the action of a command, whose module is loaded when it runs. */
  const runOn =
    <Module>(load: () => Promise<Module>) =>
    <Input extends unknown[]>(work: (commands: Module, ctx: OperatorContext, ...input: Input) => Promise<Commands.Answer>) =>
    async (...input: Input): Promise<void> => {
      const { json, as } = program.opts<{ json?: boolean; as: string }>();
      const ctx = operatorContext(as, currentTime());
      const answer = await withDatabase(async () => work(await load(), ctx, ...input));
      print(json ? JSON.stringify(answer.data, null, 2) : answer.text);
    };
  const run = runOn(() => import("#scripts/admin/commands.ts"));

  const partner = new Argument("<partner>", "its id or its name");
  const environment = new Argument("<environment>").choices(environments);
  const requests = new Option("--requests-per-minute <number>", "limit of requests").argParser(parseCount);
  const openContracts = new Option("--open-contracts <number>", "limit of open contracts, or none").argParser(parseCountOrNone);
  const reason = new Option("--reason <sentence>", "why, for the audit log").argParser(parseReason).makeOptionMandatory();

  program
    .command("create-partner <name>")
    .description("create a partner, with a key for each environment")
    .addOption(new Option("--feature <names...>", "features to turn on").choices(features))
    .addOption(requests)
    .addOption(openContracts)
    .action(run((commands, ctx, name: string, options: Commands.PartnerOptions) => commands.createPartner(ctx, name, options)));

  program
    .command("set")
    .description("change a partner's settings; what is not named stays")
    .addArgument(partner)
    .option("--name <name>", "a new name")
    .addOption(new Option("--status <status>", "a suspended partner's calls are refused").choices(partnerStatuses))
    .addOption(new Option("--enable <features...>", "features to turn on").choices(features))
    .addOption(new Option("--disable <features...>", "features to turn off").choices(features))
    .addOption(requests)
    .addOption(openContracts)
    .option("--tariff <id>", "a tariff of its own, or public")
    .addOption(reason)
    .action(run((commands, ctx, name: string, options: Commands.SetOptions) => commands.setPartner(ctx, name, options)));

  program
    .command("show-partner")
    .description("show a partner's settings and renters")
    .addArgument(partner)
    .action(run((commands, _ctx, name: string) => commands.showPartner(name)));

  program
    .command("list-partners")
    .description("list all partners")
    .action(run((commands) => commands.listAllPartners()));

  const companyOptions = Object.keys(renterCompany.shape).map((field) => ({
    field,
    option: new Option(`--${kebab(field)} <text>`, "of the company").makeOptionMandatory(),
  }));
  const registerRenter = program
    .command("register-renter <uid>")
    .description("register a rental company; it may have everything insured unless types are named")
    .addOption(new Option("--contract-types <types...>", "contract types that it may use").choices(contractTypes))
    .addOption(new Option("--product-types <types...>", "product types that it may have insured").choices(productTypeNames));
  registerRenter
    .option("--partner <partners...>", "the partners that may attach it, by id or name")
    .option("--no-option", "it does not sell cover as an option that its customer chooses")
    .option("--inclusion", "it includes cover in the rent");
  for (const { option } of companyOptions) registerRenter.addOption(option);
  registerRenter.action(
    run((commands, ctx, uid: string, options: Commands.RenterOptions & Record<string, unknown>) => {
      const company = renterCompany.parse(
        Object.fromEntries(companyOptions.map(({ field, option }) => [field, options[option.attributeName()]])),
      );
      return commands.registerRenter(ctx, uid, company, options);
    }),
  );

  program
    .command("attach-renter")
    .description("let a partner's environment act for a renter")
    .addArgument(partner)
    .addArgument(environment)
    .argument("<uid>", "the renter")
    .action(run((commands, ctx, name: string, world: Environment, uid: string) => commands.attachRenter(ctx, name, world, uid)));

  program
    .command("detach-renter")
    .description("no longer let a partner's environment act for a renter; its contracts stay")
    .addArgument(partner)
    .addArgument(environment)
    .argument("<uid>", "the renter")
    .addOption(reason)
    .action(
      run((commands, ctx, name: string, world: Environment, uid: string, options: { reason: string }) =>
        commands.detachRenter(ctx, name, world, uid, options),
      ),
    );

  program
    .command("open-renter")
    .description("let a partner attach a renter to its keys itself")
    .addArgument(partner)
    .argument("<uid>", "the renter")
    .action(run((commands, ctx, name: string, uid: string) => commands.openRenter(ctx, name, uid)));

  program
    .command("close-renter")
    .description("no longer let a partner attach a renter; where it is attached it stays so")
    .addArgument(partner)
    .argument("<uid>", "the renter")
    .addOption(reason)
    .action(run((commands, ctx, name: string, uid: string, options: { reason: string }) => commands.closeRenter(ctx, name, uid, options)));

  program
    .command("list-keys")
    .description("list a partner's keys, masked")
    .addArgument(partner)
    .action(run((commands, ctx, name: string) => commands.listPartnerKeys(ctx, name)));

  program
    .command("revoke-key <keyId>")
    .description("have a key refused from the next request on")
    .addOption(reason)
    .action(run((commands, ctx, keyId: string, options: { reason: string }) => commands.revokeKey(ctx, keyId, options)));

  program
    .command("regenerate-key")
    .description("give an environment of a partner a new key")
    .addArgument(partner)
    .addArgument(environment)
    .addOption(
      new Option("--overlap <hours>", "how long the keys before it go on working").choices(overlapHours.map(String)).makeOptionMandatory(),
    )
    .addOption(reason)
    .action(
      run((commands, ctx, name: string, world: Environment, options: { overlap: string; reason: string }) =>
        commands.regenerateKey(ctx, name, world, { reason: options.reason, overlap: Number(options.overlap) as OverlapHours }),
      ),
    );

  program
    .command("secrets")
    .description("what is encrypted under APP_SECRET")
    .command("rotate")
    .description(
      "encrypt everything under the newest secret of APP_SECRET, after which the older ones are not needed (docs/operations/secrets.md)",
    )
    .action(run((commands, ctx) => commands.rotateSecrets(ctx)));

  program
    .command("clock")
    .description("show the clock of a partner's sandbox, or move it")
    .addArgument(partner)
    .addOption(new Option("--advance <duration>", "forward by an ISO 8601 duration, such as P1M").conflicts(["to", "back"]))
    .addOption(new Option("--to <instant>", "forward to a moment, such as 2027-03-01T09:00:00Z").conflicts("back"))
    .option("--back", "back to the real time")
    .action(
      runOn(() => import("#scripts/admin/clock-command.ts"))((commands, ctx, name: string, options: ClockOptions) =>
        commands.setSandboxClock(ctx, name, options),
      ),
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

/** Containers often run under a number without an account. */
function nameOfAccount(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}

function parseCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("It is not a whole number.");
  return Number(text);
}

function parseCountOrNone(text: string): number | "none" {
  return text === "none" ? text : parseCount(text);
}

/** Refuses a text that is too long with a message that does not repeat it. */
function parseReason(text: string): string {
  if (text.trim() === "") throw new InvalidArgumentError("It is empty.");
  return reasoned.parse({ reason: text }).reason;
}
