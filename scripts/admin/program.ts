import { userInfo } from "node:os";
import { Command, InvalidArgumentError, Option } from "commander";
import type { PlannedMigration, PlannedStatement } from "#db/plan-migrations.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import type { OperatorContext } from "#lib/account/worlds/context.ts";
import { partnerRoles, staffRoles } from "#lib/platform/roles.ts";
import { currentTime } from "#lib/platform/time/clock.ts";
import { reasoned } from "#lib/platform/wire/reason.ts";
import manifest from "#package.json" with { type: "json" };
import type * as Commands from "#scripts/admin/commands.ts";
import type {
  Answer,
  ErasureOptions,
  ExportOptions,
  Reasoned,
  StaffOptions,
  StrayFilesOptions,
  UserOptions,
} from "#scripts/admin/commands.ts";
import { explain } from "#scripts/admin/explain.ts";

const longest = 90;

const numbers = new Intl.NumberFormat("en");

const megabyte = 1_000_000;

interface ProgramIo {
  /** Runs `work` on the database; modules that read the settings are only imported inside it. */
  withDatabase<Result>(work: () => Promise<Result>): Promise<Result>;
  print(text: string): void;
  complain(text: string): void;
}

/** Runs the admin command: 0 done, 1 refused or failed, 2 wrong usage. Errors are printed as one sentence, or as JSON on request. */
export async function runAdmin(args: readonly string[], io: ProgramIo): Promise<number> {
  const program = buildProgram(io);
  try {
    await program.parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    const { sentence, exitCode } = explain(error);
    const { json } = program.opts<{ json?: boolean }>();
    if (sentence !== undefined) io.complain(json ? JSON.stringify({ error: sentence }) : sentence);
    return exitCode;
  }
}

/** Makes the action of a command from its work. */
type Run = <Input extends unknown[]>(
  work: (commands: typeof Commands, ctx: OperatorContext, ...input: Input) => Promise<Answer>,
) => (...input: Input) => Promise<void>;

/** The admin command's syntax, with the function of commands.ts for each command. */
export function buildProgram({ withDatabase, print }: ProgramIo): Command {
  const program = new Command("covergate admin")
    .description("What the console cannot do: access when nobody can sign in, the doctor, secrets, erasure and repairs.")
    .option("--json", "answer in JSON")
    .option("--as <name>", "who is noted in the audit log", nameOfAccount())
    .addHelpText("after", "\nExit codes: 0 done, 1 refused or failed, 2 wrong usage.")
    .version(manifest.version)
    .exitOverride()
    .configureOutput({ writeOut: (text) => print(text.trimEnd()), outputError: () => undefined });

  const printAnswer = ({ data, text }: Answer) => print(program.opts<{ json?: boolean }>().json ? JSON.stringify(data, null, 2) : text);
  const run: Run =
    (work) =>
    async (...input) => {
      const ctx = operatorContext(program.opts<{ as: string }>().as, currentTime());
      printAnswer(await withDatabase(async () => work(await import("#scripts/admin/commands.ts"), ctx, ...input)));
    };

  program
    .command("doctor")
    .description("examine settings, database, partitions, jobs, documents, mail, clock and disk")
    .action(() => withDatabase(async () => (await import("#scripts/admin/doctor.ts")).examine(printAnswer)));
  program
    .command("migrate")
    .description("say what the migrations of this release will do to the database; changes nothing")
    .requiredOption("--plan", "needed, since `covergate migrate` without it migrates")
    .action(async () => printAnswer(describePlan(await (await import("#scripts/admin/database.ts")).planMigration())));
  const reason = new Option("--reason <sentence>", "why, for the audit log").argParser(parseReason).makeOptionMandatory();
  addAccessCommands(program, run, reason);
  addPersonCommands(program, run, reason);
  addRepairCommands(program, run);
  return program;
}

function addAccessCommands(program: Command, run: Run, reason: Option): void {
  program
    .command("invite-staff <email>")
    .description("create an account of the operator's own staff, with a one-time link to choose a password")
    .requiredOption("--name <name>", "their name")
    .addOption(new Option("--role <role>", "what they may do").choices(staffRoles).makeOptionMandatory())
    .action(run((commands, ctx, email: string, options: StaffOptions) => commands.inviteStaff(ctx, email, options)));
  program
    .command("invite-user <partner> <email>")
    .description("create an account of a partner's staff, with a one-time link to choose a password")
    .requiredOption("--name <name>", "their name")
    .addOption(new Option("--role <role>", "what they may do").choices(partnerRoles).makeOptionMandatory())
    .action(
      run((commands, ctx, partner: string, email: string, options: UserOptions) => commands.inviteUser(ctx, partner, email, options)),
    );
  program
    .command("renew-link <email>")
    .description("make a new one-time link for a user who has lost theirs, or the password")
    .addOption(reason)
    .action(run((commands, ctx, email: string, options: Reasoned) => commands.renewLink(ctx, email, options)));
  program
    .command("remove-second-factors <email>")
    .description("remove the second factors of a user who lost them, and end their sessions")
    .addOption(reason)
    .action(run((commands, ctx, email: string, options: Reasoned) => commands.removeUserFactors(ctx, email, options)));
  program
    .command("close-renter <partner> <uid>")
    .description("no longer let a partner attach a renter; existing attachments stay")
    .addOption(reason)
    .action(run((commands, ctx, partner: string, uid: string, options: Reasoned) => commands.closeRenter(ctx, partner, uid, options)));
}

function addPersonCommands(program: Command, run: Run, reason: Option): void {
  const addPerson = (command: Command) =>
    command
      .option("--email <address>", "of the insured, of a rental company's contact, or of a user")
      .option("--phone <number>", "in any spelling")
      .option("--name <name>", "first and last name; with an address or a number it must fit as well")
      .option("--contract <cids...>", "the persons of these contracts, and of those that renewed them")
      .addOption(reason);
  const ofPerson = program.command("person").description("the data of one person");
  addPerson(ofPerson.command("export"))
    .description("write all that erase-person would erase to a ZIP file: JSON and documents")
    .requiredOption("--to <file>", "the ZIP file, which must not exist yet")
    .action(run((commands, ctx, options: ExportOptions) => commands.exportData(ctx, options)));
  addPerson(program.command("erase-person"))
    .description("erase the data of a person; contracts, claims and money stay. Without --yes it only says what it would erase")
    .option("--yes", "erase", false)
    .action(run((commands, ctx, options: ErasureOptions) => commands.erase(ctx, options)));
}

/** Long enough to notice that a backup of the wrong moment was restored, whose rows then lack files that are still needed. */
const defaultDays = 7;

function addRepairCommands(program: Command, run: Run): void {
  program
    .command("secrets")
    .description("what is encrypted under APP_SECRET")
    .command("rotate")
    .description(
      "encrypt everything under the newest secret of APP_SECRET, after which the older ones are not needed (docs/operations/secrets.md)",
    )
    .action(run((commands, ctx) => commands.rotateSecrets(ctx)));

  const search = program.command("search").description("the entries that a search reads");
  search
    .command("progress")
    .description("say how far they have been written")
    .action(run((commands) => commands.readSearchProgress()));
  search
    .command("repair")
    .description("write all of them anew, as the job index-search does after an upgrade; nothing waits for it")
    .action(run((commands, ctx) => commands.repairSearch(ctx)));

  const statement = program.command("statement").description("the premium ledger beside the prices of contracts");
  statement
    .command("mismatches")
    .description("name the contracts whose entries do not add up to their price; changes nothing")
    .action(run((commands) => commands.listLedgerMismatches()));
  statement
    .command("repair")
    .description("write the entries that are missing, as the job statement-repair does once a day")
    .action(run((commands, ctx) => commands.repairStatements(ctx)));

  program
    .command("stray-files")
    .description("find the files that nothing names, as after a restore, and the documents whose file is lost")
    .option("--delete", "delete the files that are old enough; without it nothing is deleted", false)
    .addOption(
      new Option("--older-than <days>", "what is old enough, by the last change of a file").argParser(parseDays).default(defaultDays),
    )
    .option("--more-than-half", "delete them even if they are most of what is stored", false)
    .action(run((commands, ctx, options: StrayFilesOptions) => commands.strayFiles(ctx, options)));
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

/** A file comes before its row, so that the age is at least a day. */
function parseDays(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError("It is not a whole number of days, 1 or more.");
  return Number(text);
}

/** Describes what the migrations of this release will do, a line for each statement and for each table that it locks. */
function describePlan(plan: readonly PlannedMigration[]): Answer {
  const text = plan.length === 0 ? "The database is that of this release: nothing to do." : plan.map(describe).join("\n\n");
  return { data: { migrations: plan }, text };
}

function describe({ tag, alone, statements }: PlannedMigration): string {
  const total = statements.reduce((sum, { seconds }) => sum + seconds, 0);
  const head = statements.length === 0 ? `${tag}: noted, not executed` : `${tag}: one transaction of about ${spellSeconds(total)}`;
  const warning = alone === undefined ? [] : [`  Stop all instances first: ${alone}.`];
  return [head, ...warning, ...statements.flatMap(describeStatement)].join("\n");
}

function describeStatement({ text, locks, seconds }: PlannedStatement): string[] {
  const lines = locks.map(
    ({ table, mode, rows, bytes }) =>
      `    ${table}: ${mode}, about ${numbers.format(rows)} rows, ${numbers.format(Math.ceil(bytes / megabyte))} MB`,
  );
  const first = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return [`  ${first}`, ...lines, ...(seconds >= 1 ? [`    about ${spellSeconds(seconds)}`] : [])];
}

function spellSeconds(seconds: number): string {
  return seconds < 1 ? "a moment" : `${numbers.format(Math.ceil(seconds))} s`;
}
