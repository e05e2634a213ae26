import { InvalidArgumentError, Option } from "commander";
import type { Command } from "commander";
import type { ClaimLink, ContractClaimLink, MadeClaimLink } from "../../generated/schema.ts";
import { Claims } from "../../resources/claims.ts";
import { Contracts } from "../../resources/contracts.ts";
import { openSession } from "../session.ts";
import type { GlobalOptions, Session } from "../session.ts";
import { note, say, sayJson, sayTable } from "../terminal.ts";
import { minute } from "../values.ts";

interface LinkOptions extends GlobalOptions {
  language?: "fr" | "en";
  hours?: number;
  returnUrl?: string;
}

type AnyLink = ClaimLink | ContractClaimLink;

/** Adds the commands for links by which the insured sends documents, or declares a loss, to `claims`. */
export function addClaimLinks(claims: Command): void {
  const subject = "a claim, or a contract on which the insured declares the loss";
  claims
    .command("link")
    .description("make a link by which the insured sends the documents, and print its address, this once")
    .argument("<id>", subject)
    .addOption(new Option("-l, --language <language>", "in which the page opens").choices(["fr", "en"]))
    .option("--hours <hours>", "how long it works, 720 at most", readHours)
    .option("--return-url <url>", "where the page leads once everything is there")
    .action(async (id: string, _options: unknown, command: Command) => {
      const options = command.optsWithGlobals<LinkOptions>();
      const made = await create(await openSession(options), id, options);
      if (options.json) return sayJson(made);
      say(made.url);
      note(`${made.id} works until ${minute(made.expiresAt)}. Send it to the insured alone: it opens the page for whoever has it.`);
    });
  claims
    .command("links")
    .description("list the links of a claim or a contract, newest first")
    .argument("<id>", subject)
    .action(async (id: string, _options: unknown, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>();
      const links = await list(await openSession(options), id);
      if (options.json) return sayJson(links);
      if (links.length === 0) return note("There are none.");
      sayTable(
        ["ID", "STATE", "CREATED", "LAST SEEN", "EXPIRES"],
        links.map((link) => [link.id, stateOf(link), minute(link.createdAt), minute(link.lastSeenAt), minute(link.expiresAt)]),
      );
    });
  claims
    .command("unlink")
    .description("revoke a link of a claim or a contract")
    .argument("<id>", subject)
    .argument("<link>")
    .action(async (id: string, linkId: string, _options: unknown, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>();
      const revoked = await revoke(await openSession(options), id, linkId);
      if (options.json) return sayJson(revoked);
      note(`${revoked.id} opens nothing from now on.`);
    });
}

const isClaim = (id: string): boolean => /^(?:claim_|CLM-)/.test(id);

function create({ connection }: Session, id: string, { language, hours, returnUrl }: LinkOptions): Promise<MadeClaimLink> {
  const settings = {
    ...(language !== undefined && { language }),
    ...(hours !== undefined && { expires_in_hours: hours }),
    ...(returnUrl !== undefined && { return_url: returnUrl }),
  };
  return isClaim(id) ? new Claims(connection).links.create(id, settings) : new Contracts(connection).createClaimLink(id, settings);
}

function list({ connection }: Session, id: string): Promise<AnyLink[]> {
  return isClaim(id) ? new Claims(connection).links.list(id) : new Contracts(connection).listClaimLinks(id);
}

function revoke({ connection }: Session, id: string, linkId: string): Promise<AnyLink> {
  return isClaim(id) ? new Claims(connection).links.revoke(id, linkId) : new Contracts(connection).revokeClaimLink(id, linkId);
}

function stateOf({ revokedAt, completedAt, openedAt, expiresAt }: AnyLink): string {
  if (revokedAt !== null) return "revoked";
  if (completedAt !== null) return "complete";
  if (Date.parse(expiresAt) <= Date.now()) return "expired";
  return openedAt === null ? "sent" : "opened";
}

function readHours(text: string): number {
  const hours = Number(text);
  if (!Number.isInteger(hours) || hours < 1 || hours > 720) throw new InvalidArgumentError("Write whole hours, from 1 to 720.");
  return hours;
}
