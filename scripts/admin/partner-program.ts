import { Argument, InvalidArgumentError, Option } from "commander";
import type { Command } from "commander";
import { features, partnerStatuses } from "#db/schema/enums.ts";
import type * as Commands from "#scripts/admin/commands.ts";
import type { Run } from "#scripts/admin/commands.ts";

export function addPartnerCommands(program: Command, run: Run<typeof Commands>, reason: Option): void {
  const partner = new Argument("<partner>", "its id or its name");
  const requests = new Option("--requests-per-minute <number>", "limit of requests").argParser(parseCount);
  const openContracts = new Option("--open-contracts <number>", "limit of open contracts, or none").argParser(parseCountOrNone);

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
}

function parseCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("It is not a whole number.");
  return Number(text);
}

function parseCountOrNone(text: string): number | "none" {
  return text === "none" ? text : parseCount(text);
}
