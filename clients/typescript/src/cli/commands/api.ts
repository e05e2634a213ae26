import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { Argument } from "commander";
import type { Command } from "commander";
import { CovergateError, errorOf } from "../../error.ts";
import { CommandProblem } from "../problem.ts";
import { openSession, sideOf, userAgent } from "../session.ts";
import type { GlobalOptions, Session } from "../session.ts";
import { confirm, say, sayJson } from "../terminal.ts";

interface ApiOptions extends GlobalOptions {
  header: string[];
  data?: string;
  input?: string;
  include?: boolean;
  yes?: boolean;
  paginate?: boolean;
}

interface ApiRequest {
  method: string;
  /** Below `/v2`, with its query. */
  target: string;
  headers: Headers;
  body: string | undefined;
}

const collect = (value: string, before: string[]) => [...before, value];
const longestPage = 100;

export function addApi(program: Command): void {
  program
    .command("api")
    .description("call the API, and print its answer")
    .addArgument(new Argument("<method>").choices(["GET", "POST", "PUT", "PATCH", "DELETE"]).argParser((method) => method.toUpperCase()))
    .argument("<path>", "below /v2 and with its query, such as '/claims?limit=5'")
    .option("-d, --data <json>", "the body")
    .option("-H, --header <name:value>", "a header of the request", collect, [])
    .option("--input <file>", "a file with the body; - is standard input")
    .option("-y, --yes", "change Production without being asked")
    .option("-i, --include", "print the status and the headers of the answer, too")
    .option("--paginate", "read a list to its end, and print its items as one list")
    .action(async (method: string, path: string, _options: object, command: Command) => {
      const options = command.optsWithGlobals<ApiOptions>();
      const session = await openSession(options);
      if (method !== "GET" && options.yes !== true) await confirmProduction(session, `${method} ${path}`);
      const request = await buildRequest(session, method, path, options);
      if (options.paginate === true) sayJson(await readPages(session, request));
      else print(await send(session, request), request, options);
    });
}

/** A write with a production key insures, changes or ends something real. */
async function confirmProduction({ address, environment }: Session, call: string): Promise<void> {
  if (environment !== "production") return;
  const problem = new CommandProblem(`${call} changes Production of ${address}`, "Add --yes, or use a development key.");
  if (!(await confirm(`${problem.message}. Go on?`, problem))) throw problem;
}

async function buildRequest(session: Session, method: string, path: string, options: ApiOptions): Promise<ApiRequest> {
  const body = options.input === undefined ? options.data : await readInput(options.input);
  const target = new URL(`${session.address}/v2/${path.replace(/^\/*(?:v2(?=\/|$))?\/*/, "")}`);
  const headers = new Headers({ accept: "application/json" });
  if (body !== undefined) headers.set("content-type", "application/json");
  if (method !== "GET") headers.set("idempotency-key", crypto.randomUUID());
  for (const header of options.header) addHeader(headers, header);
  headers.set("key", session.key);
  headers.set("user-agent", userAgent());
  return { method, target: target.href, headers, body };
}

function addHeader(headers: Headers, header: string): void {
  const [, name = "", value = ""] = /^([\w-]+):\s*(.*)$/.exec(header) ?? [];
  if (name === "") throw new CommandProblem("a header has no name", "Write it as name: value.");
  if (name.toLowerCase() === "key") {
    throw new CommandProblem(
      "a key must not stand among the arguments, which others can see",
      "Run `covergate login`, or set COVERGATE_API_KEY.",
    );
  }
  headers.set(name, value);
}

async function readInput(file: string): Promise<string> {
  return file === "-" ? text(process.stdin) : readFile(file, "utf8");
}

/** A response, and all of its body. */
interface Answer {
  response: Response;
  answered: string;
}

async function send(session: Session, { method, target, headers, body }: ApiRequest): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(60_000);
    // A redirect would take the key along.
    const response = await fetch(target, { method, headers, body: body ?? null, redirect: "manual", signal });
    return { response, answered: await response.text() };
  } catch (error) {
    throw new CovergateError("CONNECTION_FAILED", `no response from ${session.address}`, { cause: error });
  }
}

/** Prints an answer; throws a CovergateError for an error. */
function print({ response, answered }: Answer, { method, target }: ApiRequest, { include }: ApiOptions): void {
  if (include === true) {
    say(`HTTP ${response.status} ${response.statusText}`);
    for (const [name, value] of response.headers) say(`${name}: ${value}`);
    say();
  }
  const value = parse(answered);
  if (value !== undefined) sayJson(value);
  else if (answered !== "") say(answered);
  if (!response.ok) throw refusalOf({ method, target }, response, value);
}

function refusalOf(
  { method, target }: Pick<ApiRequest, "method" | "target">,
  { status, headers }: Response,
  body: unknown,
): CovergateError {
  const path = new URL(target).pathname.replace(/^.*?\/v2(?=\/)/, "");
  return errorOf(sideOf(method, path), status, headers, body);
}

/** Reads a list page by page: events go on before the last one, others after the one that `next` names. */
async function readPages(session: Session, request: ApiRequest): Promise<unknown[]> {
  const all: unknown[] = [];
  const target = new URL(request.target);
  if (request.method !== "GET") throw new CommandProblem("only a GET can be paged", "Leave --paginate out.");
  const isOurLimit = !target.searchParams.has("limit");
  if (isOurLimit) target.searchParams.set("limit", String(longestPage));
  for (;;) {
    const { response, answered } = await send(session, { ...request, target: target.href });
    const body = parse(answered);
    if (!response.ok) {
      const refusal = refusalOf({ method: "GET", target: target.href }, response, body);
      if (!isOurLimit || refusal.field !== "limit" || all.length > 0) throw refusal;
      // This list has no pages and takes no limit.
      target.searchParams.delete("limit");
      const whole = await send(session, { ...request, target: target.href });
      if (!whole.response.ok) throw refusalOf({ method: "GET", target: target.href }, whole.response, parse(whole.answered));
      return itemsOf(parse(whole.answered));
    }
    const items = itemsOf(body);
    all.push(...items);
    const { has_more: hasMore, next, pagination } = envelopeOf(body);
    const after = next ?? pagination?.next ?? undefined;
    if (hasMore === true && items.length > 0) {
      target.searchParams.set("before", String((items.at(-1) as { id: unknown }).id));
    } else if (after === undefined) return all;
    else {
      for (const start of ["skip", "offset"]) target.searchParams.delete(start);
      target.searchParams.set("after", after);
    }
  }
}

interface Envelope {
  has_more?: boolean;
  /** The next page; lists of claims have it in `pagination`. */
  next?: string | null;
  pagination?: { next?: string | null };
}

/** That of products is in a list of one. */
function envelopeOf(body: unknown): Envelope {
  const [envelope] = [body].flat();
  return typeof envelope === "object" && envelope !== null ? envelope : {};
}

function itemsOf(body: unknown): unknown[] {
  const found: unknown = Object.values(envelopeOf(body)).find(Array.isArray);
  if (found === undefined) throw new CommandProblem("the answer is no list", "Leave --paginate out.");
  return found as unknown[];
}

function parse(answered: string): unknown {
  try {
    return JSON.parse(answered) as unknown;
  } catch {
    // A 204, or the words of a proxy.
    return undefined;
  }
}
