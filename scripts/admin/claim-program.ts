import { InvalidArgumentError, Option } from "commander";
import type { Command } from "commander";
import { documentCategories } from "#db/schema/enums.ts";
import type { OperatorContext } from "#lib/account/worlds/context.ts";
import { queueStatuses } from "#lib/insurance/claims/list-filters.ts";
import { maxAmountCents } from "#lib/insurance/claims/schema-desk.ts";
import type { ClaimAction } from "#lib/insurance/claims/schema-desk.ts";
import type { DocumentCategory } from "#lib/insurance/claims/schema.ts";
import { readAmount } from "#lib/platform/text/typed-numbers.ts";
import type * as ClaimCommands from "#scripts/admin/claim-commands.ts";
import type { Answer } from "#scripts/admin/commands.ts";

type Work<Input extends unknown[]> = (commands: typeof ClaimCommands, ctx: OperatorContext, ...input: Input) => Promise<Answer>;
type Run = <Input extends unknown[]>(work: Work<Input>) => (...input: Input) => Promise<void>;

/** Makes the action of a command from its target, empty for the claim itself, and its options. */
type Act = (
  toAction: (target: string, options: Record<string, unknown>) => ClaimAction,
  hasTarget: boolean,
) => (...input: [string, ...unknown[]]) => Promise<void>;

/** Adds `claim …`: the console's actions of a claim handler. */
export function addClaimCommands(program: Command, run: Run, reason: Option): void {
  const claim = program.command("claim").description("list claims and decide on them, as a claim handler");
  const act: Act = (toAction, hasTarget) =>
    run((commands, ctx, id: string, ...args: unknown[]) =>
      hasTarget
        ? commands.actOnClaim(ctx, id, toAction(args[0] as string, args[1] as Record<string, unknown>))
        : commands.actOnClaim(ctx, id, toAction("", args[0] as Record<string, unknown>)),
    );
  const partnerReason = new Option("--reason <sentence>", "why; the partner reads it")
    .argParser(reason.parseArg ?? String)
    .makeOptionMandatory();

  addReadCommands(claim, run);
  claim
    .command("take-over <claim>")
    .description("begin to work on a claim, or go on without the documents that were asked for")
    .action(act(() => ({ move: "takeOver" }), false));
  addDocumentCommands(claim, act, partnerReason);
  addSettlementCommands(claim, act, reason);
  claim
    .command("reject <claim>")
    .description("reject a claim")
    .addOption(partnerReason)
    .action(act((_target, options) => ({ move: "rejectClaim", reason: String(options["reason"]) }), false));
  claim
    .command("reopen <claim>")
    .description("work again on a claim that is closed or rejected")
    .addOption(reason)
    .action(act((_target, options) => ({ move: "reopenClaim", reason: String(options["reason"]) }), false));
  claim
    .command("note <claim> <text>")
    .description("write the note that the partner reads")
    .action(act((note) => ({ move: "noteClaim", note }), true));
}

function addReadCommands(claim: Command, run: Run): void {
  claim
    .command("list")
    .description("list the claims that are open, or in one state; what waits longest comes first")
    .addOption(new Option("--status <status>", "one state").choices(queueStatuses))
    .option("--partner <partner>", "of one partner: its id or its name")
    .addOption(new Option("--limit <number>", "at most so many").argParser(Number).default(50))
    .action(run((commands, ctx, options: ClaimCommands.ClaimListOptions) => commands.listClaims(ctx, options)));
  claim
    .command("show <claim>")
    .description("show a claim with its documents, settlements and history")
    .action(run((commands, ctx, id: string) => commands.showClaim(ctx, id)));
}

function addDocumentCommands(claim: Command, act: Act, partnerReason: Option): void {
  claim
    .command("request-document <claim>")
    .description("ask the partner for a document")
    .requiredOption("--type <name>", "the name of the document")
    .addOption(new Option("--category <category>", "how much it matters").choices(documentCategories).default("expected"))
    .action(
      act(
        (_target, { type, category }) => ({ move: "requestDocument", type: String(type), category: category as DocumentCategory }),
        false,
      ),
    );
  claim
    .command("accept <claim> <document>")
    .description("accept a document")
    .action(act((documentId) => ({ move: "acceptDocument", documentId }), true));
  claim
    .command("refuse <claim> <document>")
    .description("refuse a document")
    .addOption(partnerReason)
    .option("--ask-again", "ask for it again", false)
    .action(
      act(
        (documentId, options) => ({
          move: "refuseDocument",
          documentId,
          reason: String(options["reason"]),
          askAgain: options["askAgain"] === true,
        }),
        true,
      ),
    );
  claim
    .command("recheck <claim> <document>")
    .description("take the acceptance of a document back: it is to be verified again")
    .action(act((documentId) => ({ move: "recheckDocument", documentId }), true));
}

function addSettlementCommands(claim: Command, act: Act, reason: Option): void {
  const amount = new Option("--amount <euros>", "such as 120.50").argParser(parseAmount).makeOptionMandatory();
  claim
    .command("approve <claim>")
    .description("approve a refund")
    .addOption(amount)
    .addOption(new Option("--reason <sentence>", "why, where something speaks against it").argParser(reason.parseArg ?? String))
    .action(
      act(
        (_target, options) => ({
          move: "approveRefund",
          amountCents: Number(options["amount"]),
          ...(typeof options["reason"] === "string" && { reason: options["reason"] }),
        }),
        false,
      ),
    );
  claim
    .command("execute <claim> <settlement>")
    .description("note that a refund was paid; the last one closes the claim")
    .action(act((settlementId) => ({ move: "executePayment", settlementId }), true));
  claim
    .command("return <claim> <settlement>")
    .description("note that a transfer failed, which makes a new refund")
    .addOption(reason)
    .action(act((settlementId, options) => ({ move: "returnPayment", settlementId, reason: String(options["reason"]) }), true));
  claim
    .command("charge <claim>")
    .description("deduct an amount, such as a deductible, from what is transferred")
    .addOption(amount)
    .addOption(reason)
    .action(
      act(
        (_target, options) => ({ move: "chargeClaim", amountCents: Number(options["amount"]), reason: String(options["reason"]) }),
        false,
      ),
    );
  claim
    .command("cancel-settlement <claim> <settlement>")
    .description("cancel a refund that is not paid yet, or a deduction that is not withheld yet")
    .addOption(reason)
    .action(act((settlementId, options) => ({ move: "cancelSettlement", settlementId, reason: String(options["reason"]) }), true));
}

/** Parses an amount into cents. */
function parseAmount(typed: string): number {
  const read = readAmount(typed, maxAmountCents);
  if ("cents" in read) return read.cents;
  if (read.error !== "ambiguous") throw new InvalidArgumentError("It is not an amount such as 120.50, of at most 50000.00.");
  throw new InvalidArgumentError(`It can be read in two ways: write ${read.whole}.00 or ${read.units}.${read.decimals}.`);
}
