import { Argument, InvalidArgumentError, Option } from "commander";
import type { Command } from "commander";
import { overlapHours } from "#lib/account/keys/schema.ts";
import type { OverlapHours } from "#lib/account/keys/schema.ts";
import { environments } from "#lib/platform/environments.ts";
import type { Environment } from "#lib/platform/environments.ts";
import { parseInstant } from "#lib/platform/time/dates.ts";
import { rights } from "#lib/platform/wire/rights.ts";
import type { Right } from "#lib/platform/wire/rights.ts";
import type * as Commands from "#scripts/admin/commands.ts";
import type { Run } from "#scripts/admin/commands.ts";

function readInstant(text: string): Date {
  const instant = parseInstant(text);
  if (instant === undefined) throw new InvalidArgumentError("It must be an ISO 8601 instant with an offset.");
  return instant;
}

export function addKeyCommands(program: Command, run: Run<typeof Commands>, reason: Option): void {
  const partner = new Argument("<partner>", "its id or its name");
  const environment = new Argument("<environment>").choices(environments);
  program
    .command("list-keys")
    .description("list a partner's keys, masked")
    .addArgument(partner)
    .action(run((commands, ctx, name: string) => commands.listPartnerKeys(ctx, name)));

  program
    .command("create-key")
    .description("give an environment of a partner a named key with some rights; it is shown once")
    .addArgument(partner)
    .addArgument(environment)
    .requiredOption("--name <name>", "the system that uses it")
    .addOption(new Option("--right <right...>", "what it may do").choices(rights).default(["read"]))
    .option("--expires <instant>", "when it stops working, as an ISO 8601 instant", readInstant)
    .action(
      run((commands, ctx, name: string, world: Environment, options: { name: string; right: Right[]; expires?: Date }) =>
        commands.createKey(ctx, name, world, options),
      ),
    );

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
}
