import { servedFrom } from "../address.ts";
import { Connection } from "../connection.ts";
import { operations, version } from "../generated/api.ts";
import type { Side } from "../generated/api.ts";
import { findKey, readCredentials } from "./credentials.ts";
import type { Environment } from "./credentials.ts";
import { CommandProblem, exitCodes } from "./problem.ts";

/** The call log recognizes the command line by it. */
export function userAgent(): string {
  return `covergate-cli/${version}`;
}

/** The options that every command has. */
export interface GlobalOptions {
  baseUrl?: string;
  /** Absent if the option was not given; `environmentFor` then says which one is used. */
  environment?: Environment;
  json: boolean;
}

/** Whom a command speaks to, and with which key. */
export interface Session {
  /** The address of Covergate, without `/v2`. */
  address: string;
  environment: Environment;
  key: string;
  /** The name of the place that the key comes from. */
  place: string;
  connection: Connection;
}

/** The address of a command: its option, COVERGATE_BASE_URL, that of the last login, else the one that served this package. */
export async function findAddress({ baseUrl }: Pick<GlobalOptions, "baseUrl">): Promise<string> {
  const named = (baseUrl ?? process.env["COVERGATE_BASE_URL"])?.trim();
  return normalizeAddress(named === undefined || named === "" ? ((await readCredentials()).address ?? servedFrom) : named);
}

/** The environment whose stored key a command uses. */
export function environmentFor({ environment = "development" }: Pick<GlobalOptions, "environment">): Environment {
  return environment;
}

/** Throws a CommandProblem without a key, and for a key in COVERGATE_API_KEY that opens another environment than the option names. */
export async function openSession(options: GlobalOptions): Promise<Session> {
  const address = await findAddress(options);
  const environment = environmentFor(options);
  const named = process.env["COVERGATE_API_KEY"] ?? "";
  if (named !== "" && options.environment !== undefined && environmentOf(named) !== options.environment) {
    throw new CommandProblem(
      `COVERGATE_API_KEY holds a ${environmentOf(named)} key, and --environment says ${options.environment}`,
      "Unset COVERGATE_API_KEY to use the key of `covergate login`, or leave --environment out.",
    );
  }
  const found = named === "" ? await findKey(address, environment) : { key: named, place: "COVERGATE_API_KEY" };
  if (found === undefined) {
    const cure = "Run `covergate login`, or set COVERGATE_API_KEY.";
    throw new CommandProblem(`there is no ${environment} key for ${address}`, cure, exitCodes.access);
  }
  return { address, environment: named === "" ? environment : environmentOf(named), ...found, connection: connect(address, found.key) };
}

export function connect(address: string, key: string, { maxRetries = 3 }: { maxRetries?: number } = {}): Connection {
  return new Connection({ apiKey: key, baseUrl: `${address}/v2`, timeoutMs: 30_000, maxRetries, userAgent: userAgent() });
}

/** The side of the API whose errors a path below `/v2` answers with. */
export function sideOf(method: string, path: string): Side {
  const [plain = ""] = path.split("?");
  const found = Object.values(operations).find(
    (operation) => operation.method === method && new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(plain),
  );
  return found?.side ?? "contract";
}

/** Keys say which environment they open. */
export function environmentOf(key: string): Environment {
  return key.startsWith("cg_live_") ? "production" : "development";
}

/** The part of a key that may be shown, the same as in the portal. */
export function previewOf(key: string): string {
  return `${key.slice(0, key.lastIndexOf("_") + 5)}…`;
}

function normalizeAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") {
    throw new CommandProblem(`the address ${JSON.stringify(text)} is none of a server`, "Give one such as https://api.covergate.example.");
  }
  return `${url.origin}${url.pathname}`.replace(/\/+(v2\/*)?$/, "");
}
