import { Command, Option } from "commander";
import { version } from "../generated/api.ts";
import { addAccess } from "./commands/access.ts";
import { addApi } from "./commands/api.ts";
import { addListen } from "./commands/listen.ts";
import { addTrigger } from "./commands/trigger.ts";
import { environments } from "./credentials.ts";
import { withoutKeys } from "./terminal.ts";

const help = `
The key comes from COVERGATE_API_KEY, otherwise from \`covergate login\`.

Exit codes: 0 done, 1 refused, 2 wrong usage, 3 no access, 4 too many requests, 5 no answer from Covergate.`;

/** All commands. An error is thrown: a CommandProblem, a CovergateError or a CommanderError. */
export function buildProgram(): Command {
  const program = new Command("covergate")
    .description("The Covergate API from the command line")
    .version(version)
    .exitOverride()
    .configureOutput({ outputError: (words, write) => write(withoutKeys(words)) })
    .addOption(new Option("-e, --environment <environment>", "whose key to use; by default development").choices(environments))
    .option("--base-url <url>", "the address of Covergate; by default that of the last login")
    .option("--json", "print JSON", false)
    .addHelpText("after", help)
    .showHelpAfterError("(covergate --help shows what there is)");
  for (const add of [addAccess, addListen, addTrigger, addApi]) add(program);
  return program;
}
