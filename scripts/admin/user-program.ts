import { Option } from "commander";
import type { Command } from "commander";
import { partnerRoles, staffRoles } from "#lib/platform/roles.ts";
import type { Run } from "#scripts/admin/commands.ts";
import type * as UserCommands from "#scripts/admin/user-commands.ts";

export function addUserCommands(program: Command, run: Run<typeof UserCommands>, reason: Option): void {
  program
    .command("invite-staff <email>")
    .description("create an account of the operator's own staff, with a one-time link to choose a password")
    .requiredOption("--name <name>", "their name")
    .addOption(new Option("--role <role>", "what they may do").choices(staffRoles).makeOptionMandatory())
    .action(run((commands, ctx, email: string, options: UserCommands.StaffOptions) => commands.inviteStaff(ctx, email, options)));
  program
    .command("invite-user <partner> <email>")
    .description("create an account of a partner's staff, with a one-time link to choose a password")
    .requiredOption("--name <name>", "their name")
    .addOption(new Option("--role <role>", "what they may do").choices(partnerRoles).makeOptionMandatory())
    .action(
      run((commands, ctx, partner: string, email: string, options: UserCommands.UserOptions) =>
        commands.inviteUser(ctx, partner, email, options),
      ),
    );
  program
    .command("list-staff")
    .description("list the operator's own staff")
    .action(run((commands, ctx) => commands.listStaff(ctx)));
  program
    .command("suspend-user <email>")
    .alias("disable-user")
    .description("shut a user out, who leaves or whose account is in wrong hands, and end their sessions")
    .addOption(reason)
    .action(run((commands, ctx, email: string, options: { reason: string }) => commands.setDisabled(ctx, email, true, options)));
  program
    .command("reactivate-user <email>")
    .alias("enable-user")
    .description("let a user in again who was shut out")
    .addOption(reason)
    .action(run((commands, ctx, email: string, options: { reason: string }) => commands.setDisabled(ctx, email, false, options)));
  program
    .command("renew-link <email>")
    .description("make a new one-time link for a user who has lost theirs, or the password")
    .addOption(reason)
    .action(run((commands, ctx, email: string, options: { reason: string }) => commands.renewLink(ctx, email, options)));
  program
    .command("remove-second-factors <email>")
    .description("remove the second factors of a user who lost them, and end their sessions")
    .addOption(reason)
    .action(run((commands, ctx, email: string, options: { reason: string }) => commands.removeUserFactors(ctx, email, options)));
}
