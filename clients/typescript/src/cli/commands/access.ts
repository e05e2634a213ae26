import type { Command } from "commander";
import { CovergateError } from "../../error.ts";
import { Renters } from "../../resources/renters-and-geo.ts";
import { Sandbox } from "../../resources/sandbox.ts";
import { findKey, forgetKey, keepKey } from "../credentials.ts";
import type { Environment } from "../credentials.ts";
import { CommandProblem, exitCodes } from "../problem.ts";
import { connect, environmentFor, environmentOf, findAddress, openSession, previewOf } from "../session.ts";
import type { GlobalOptions, Session } from "../session.ts";
import { paint, readSecret, say, sayFacts, sayJson } from "../terminal.ts";

export function addAccess(program: Command): void {
  program
    .command("login")
    .description("keep an API key for later commands; it is asked for, or read from standard input; the right read is enough to listen")
    .action(async (_options: object, command: Command) => login(command.optsWithGlobals<GlobalOptions>()));
  program
    .command("logout")
    .description("forget the key of an environment")
    .action(async (_options: object, command: Command) => logout(command.optsWithGlobals<GlobalOptions>()));
  program
    .command("whoami")
    .description("show the key in use, its environment and its renters")
    .action(async (_options: object, command: Command) => whoAmI(command.optsWithGlobals<GlobalOptions>()));
}

async function login(options: GlobalOptions): Promise<void> {
  const address = await findAddress(options);
  const hint = `Create a key with the right read under ${address}/development/keys. It is enough unless you trigger events or write.`;
  const key = await readSecret(`${paint("dim", hint, process.stderr)}\nAPI key (it is not shown): `);
  if (key === "") throw new CommandProblem("no key was given", "Copy it from the portal, API keys, and paste it here.");
  const environment = await askEnvironment({ connection: connect(address, key), key });
  const place = await keepKey(address, environment, key);
  if (options.json) sayJson({ address, environment, key: previewOf(key), place });
  else say(`${paint("green", "✓")} Logged in to ${address}, ${environment}, with ${previewOf(key)} The key is kept in ${place}.`);
}

async function logout(options: GlobalOptions): Promise<void> {
  const address = await findAddress(options);
  const environment = environmentFor(options);
  const isForgotten = await forgetKey(address, environment);
  if (options.json) sayJson({ address, environment, forgotten: isForgotten });
  else say(isForgotten ? `Logged out of ${address}, ${environment}.` : `There was no ${environment} key for ${address}.`);
}

async function whoAmI(options: GlobalOptions): Promise<void> {
  const session = await openSession(options);
  const { address, key, place } = session;
  const environment = await askEnvironment(session);
  const renters = await new Renters(session.connection).list();
  if (options.json) {
    sayJson({ address, environment, key: previewOf(key), place, renters });
    return;
  }
  const other = environment === "development" ? "production" : "development";
  const hasOther = (await findKey(address, other)) !== undefined;
  sayFacts([
    ["Address", address],
    ["Environment", environment],
    ["Key", `${previewOf(key)} from ${place}`],
    ["Renters", renters.join(", ")],
    ...(hasOther ? [["Also", `${other}, with --environment ${other}`] as const] : []),
  ]);
}

/** The server says which environment the key opens, or refuses the key. */
async function askEnvironment({ connection, key }: Pick<Session, "connection" | "key">): Promise<Environment> {
  try {
    await new Sandbox(connection).clock();
    return "development";
  } catch (error) {
    if (!(error instanceof CovergateError)) throw error;
    // A production key, or a development key without the right to read everything.
    if (error.name === "INSUFFICIENT_PERMISSIONS") return environmentOf(key);
    // A word that was pasted in the place of a key.
    if (error.cause instanceof TypeError && error.name === "CONNECTION_FAILED" && /header/i.test(String(error.cause))) {
      throw new CommandProblem("this is no API key", "Copy it from the portal, API keys.", exitCodes.access);
    }
    throw error;
  }
}
