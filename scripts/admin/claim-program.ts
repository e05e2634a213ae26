import { InvalidArgumentError, Option } from "commander";
import type { Command } from "commander";
import { documentCategories } from "#db/schema/enums.ts";
import { queueStatuses } from "#lib/insurance/claims/list-filters.ts";
import { maxAmountCents } from "#lib/insurance/claims/schema-desk.ts";
import type { ClaimAction } from "#lib/insurance/claims/schema-desk.ts";
import type { DocumentCategory } from "#lib/insurance/claims/schema.ts";
import { readAmount } from "#lib/platform/text/typed-numbers.ts";
import type * as ClaimCommands from "#scripts/admin/claim-commands.ts";
import type { Run } from "#scripts/admin/commands.ts";

/** Makes the action of a command from its options and its target, which is empty for the claim itself. */
type Act = (
  toAction: (options: Record<string, unknown>, target: string) => ClaimAction,
) => (...input: [string, ...unknown[]]) => Promise<void>;

/** Adds `claim …`: the console's actions of a claim handler. */
export function addClaimCommands(program: Command, run: Run<typeof ClaimCommands>, reason: Option): void {
  const claim = program.command("claim").description("list claims and decide on them, as a claim handler");
  const act: Act = (toAction) =>
    run((commands, ctx, id: string, ...args: unknown[]) => {
      // Commander gives the arguments, the options and the command.
      const [options, target = ""] = args.slice(0, -1).toReversed();
      return commands.actOnClaim(ctx, id, toAction(options as Record<string, unknown>, target as string));
    });
  const partnerReason = new Option("--reason <sentence>", "why; the partner reads it")
    .argParser(reason.parseArg ?? String)
    .makeOptionMandatory();

  addReadCommands(claim, run);
  claim
    .command("take-over <claim>")
    .description("begin to work on a claim, or go on without the documents that were asked for")
    .action(act(() => ({ move: "takeOver" })));
  addDocumentCommands(claim, act, partnerReason);
  addSettlementCommands(claim, act, reason);
  claim
    .command("reject <claim>")
    .description("reject a claim")
    .addOption(partnerReason)
    .action(act((options) => ({ move: "rejectClaim", reason: String(options["reason"]) })));
  claim
    .command("reopen <claim>")
    .description("work again on a claim that is closed or rejected")
    .addOption(reason)
    .action(act((options) => ({ move: "reopenClaim", reason: String(options["reason"]) })));
  claim
    .command("note <claim> <text>")
    .description("write the note that the partner reads")
    .action(act((_options, note) => ({ move: "noteClaim", note })));
}

function addReadCommands(claim: Command, run: Run<typeof ClaimCommands>): void {
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
    .action(act(({ type, category }) => ({ move: "requestDocument", type: String(type), category: category as DocumentCategory })));
  claim
    .command("accept <claim> <document>")
    .description("accept a document")
    .action(act((_options, documentId) => ({ move: "acceptDocument", documentId })));
  claim
    .command("refuse <claim> <document>")
    .description("refuse a document")
    .addOption(partnerReason)
    .option("--ask-again", "ask for it again", false)
    .action(
      act((options, documentId) => ({
        move: "refuseDocument",
        documentId,
        reason: String(options["reason"]),
        askAgain: options["askAgain"] === true,
      })),
    );
  claim
    .command("recheck <claim> <document>")
    .description("take the acceptance of a document back: it is to be verified again")
    .action(act((_options, documentId) => ({ move: "recheckDocument", documentId })));
}

function addSettlementCommands(claim: Command, act: Act, reason: Option): void {
  const amount = new Option("--amount <euros>", "such as 120.50").argParser(parseAmount).makeOptionMandatory();
  claim
    .command("approve <claim>")
    .description("approve a refund")
    .addOption(amount)
    .addOption(new Option("--reason <sentence>", "why, where something speaks against it").argParser(reason.parseArg ?? String))
    .action(
      act((options) => ({
        move: "approveRefund",
        amountCents: Number(options["amount"]),
        ...(typeof options["reason"] === "string" && { reason: options["reason"] }),
      })),
    );
  claim
    .command("execute <claim> <settlement>")
    .description("note that a refund was paid; the last one closes the claim")
    .option("--on <day>", "the bank day on which it was paid, such as 2027-01-29; the last one unless it is given")
    .action(
      act((options, settlementId) => ({
        move: "executePayment",
        settlementId,
        ...(typeof options["on"] === "string" && { paidOn: options["on"] }),
      })),
    );
  claim
    .command("return <claim> <settlement>")
    .description("note that a transfer failed, which makes a new refund")
    .addOption(reason)
    .action(act((options, settlementId) => ({ move: "returnPayment", settlementId, reason: String(options["reason"]) })));
  claim
    .command("charge <claim>")
    .description("deduct an amount, such as a deductible, from what is transferred")
    .addOption(amount)
    .addOption(reason)
    .action(act((options) => ({ move: "chargeClaim", amountCents: Number(options["amount"]), reason: String(options["reason"]) })));
  claim
    .command("cancel-settlement <claim> <settlement>")
    .description("cancel a refund that is not paid yet, or a deduction that is not withheld yet")
    .addOption(reason)
    .action(act((options, settlementId) => ({ move: "cancelSettlement", settlementId, reason: String(options["reason"]) })));
}

function parseAmount(typed: string): number {
  const read = readAmount(typed, maxAmountCents);
  if ("cents" in read) return read.cents;
  if (read.error !== "ambiguous") throw new InvalidArgumentError("It is not an amount such as 120.50, of at most 50000.00.");
  throw new InvalidArgumentError(`It can be read in two ways: write ${read.whole}.00 or ${read.units}.${read.decimals}.`);
}
