import { existsSync } from "node:fs";
import { Argument, InvalidArgumentError, Option } from "commander";
import type { Command } from "commander";
import type { Run } from "#scripts/admin/commands.ts";
import type * as TariffCommands from "#scripts/admin/tariff-commands.ts";

/** Adds `tariff …`: the price lists (rules/prices.md#lists-1). */
export function addTariffCommands(program: Command, run: Run<typeof TariffCommands>, reason: Option): void {
  const file = new Argument("<file>", "a price list as CSV or JSON").argParser(parsePath);
  const tariff = program.command("tariff").description("list, check, publish and withdraw price lists");
  tariff
    .command("list")
    .description("list the versions, with those in force and next")
    .action(run((commands, ctx) => commands.listTariffs(ctx)));
  tariff
    .command("export <id>")
    .description("print a version as a file")
    .addOption(new Option("--format <format>", "its format").choices(["json", "csv"]).default("json"))
    .action(run((commands, ctx, id: string, options: { format: "json" | "csv" }) => commands.exportTariff(ctx, id, options)));
  tariff
    .command("check")
    .addArgument(file)
    .description("check a file, and show what it changes")
    .addOption(effective())
    .action(run((commands, ctx, path: string, options: TariffCommands.EffectiveOption) => commands.checkTariff(ctx, path, options)));
  tariff
    .command("simulate")
    .addArgument(file)
    .description("price the last 30 days' contracts by a file")
    .addOption(effective())
    .action(run((commands, ctx, path: string, options: TariffCommands.EffectiveOption) => commands.simulateTariff(ctx, path, options)));
  tariff
    .command("publish")
    .addArgument(file)
    .description("publish a file for a moment to come, at the earliest the next midnight in Paris")
    .addOption(effective().makeOptionMandatory())
    .addOption(
      new Option("--confirm <path=figure...>", "confirm a figure that changes by more than half")
        .argParser(parseFigure)
        .default({}, "none"),
    )
    .addOption(reason)
    .action(run((commands, ctx, path: string, options: TariffCommands.PublishOptions) => commands.publishTariff(ctx, path, options)));
  tariff
    .command("withdraw <id>")
    .description("withdraw a version that is not in force yet, and tell its partners")
    .addOption(reason)
    .action(run((commands, ctx, id: string, options: { reason: string }) => commands.withdrawTariff(ctx, id, options)));
}

function effective(): Option {
  return new Option("--effective <instant>", "when it takes effect, such as 2027-01-01T00:00:00+01:00").argParser(parseInstant);
}

/** `annual_rates.bike.break=0.09`. */
function parseFigure(typed: string, earlier: Record<string, number>): Record<string, number> {
  const [path = "", figure = ""] = typed.split("=");
  if (figure.trim() === "" || Number.isNaN(Number(figure))) {
    throw new InvalidArgumentError("It is not a path and a figure such as annual_rates.bike.break=0.09.");
  }
  return { ...earlier, [path]: Number(figure) };
}

function parsePath(path: string): string {
  if (!existsSync(path)) throw new InvalidArgumentError("There is no such file.");
  return path;
}

function parseInstant(typed: string): Date {
  const at = new Date(typed);
  if (Number.isNaN(at.getTime()) || !/(?:Z|[+-]\d\d:\d\d)$/.test(typed)) {
    throw new InvalidArgumentError("It is not an instant such as 2027-01-01T00:00:00+01:00.");
  }
  return at;
}
