import { Argument, Option } from "commander";
import type { Command } from "commander";
import { contractTypes, productTypeNames } from "#lib/insurance/catalogue/catalogue.ts";
import { renterCompany } from "#lib/insurance/renters/schema.ts";
import { environments } from "#lib/platform/environments.ts";
import type { Environment } from "#lib/platform/environments.ts";
import type * as Commands from "#scripts/admin/commands.ts";
import type { Run } from "#scripts/admin/commands.ts";
import { kebab } from "#scripts/admin/explain.ts";

export function addRenterCommands(program: Command, run: Run<typeof Commands>, reason: Option): void {
  const partner = new Argument("<partner>", "its id or its name");
  const environment = new Argument("<environment>").choices(environments);
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
}
