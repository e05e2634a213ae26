import { readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { format, stripVTControlCharacters } from "node:util";
import { keepJobsFromNext } from "#jobs/start.ts";
import { notePages } from "#lib/api/readiness.ts";
import { answerUnavailable } from "#lib/api/unavailable.ts";
import type { Unavailable } from "#lib/api/unavailable.ts";
import { log } from "#lib/platform/log/log.ts";
import { redactText } from "#lib/platform/log/redact.ts";
import { currentTime } from "#lib/platform/time/clock.ts";
import { completeEnvironment } from "#scripts/settings.ts";
import type { Running } from "#server/lifecycle.ts";
import { readAddresses, serveStoredPages } from "#server/stored-pages.ts";

type Level = "debug" | "info" | "warn" | "error";

const levelOfMethod = { trace: "debug", debug: "debug", log: "info", info: "info", warn: "warn", error: "error" } as const;

const root = join(import.meta.dirname, "..");

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Serves everything outside the API: Next once there is a build, and a notice until then. */
export interface Pages {
  answer: Answer;
  /** Loads the build; Next serves from then on. */
  open(): Promise<void>;
  /** Makes the notice say why there will be no pages. */
  fail(reason: string): void;
}

/** An uncaught exception stops `running`. */
export function createPages(running: Pick<Running, "stop">): Pages {
  keepJobsFromNext();
  takeUncaught(running);
  takeOutput();
  let render: Answer | undefined;
  let reason: Unavailable = { state: "building", since: currentTime() };
  notePages("building");
  return {
    async answer(request, response) {
      if (render === undefined) answerUnavailable(request, response, reason);
      else await render(request, response);
    },
    async open() {
      const opened = await identifyBuild();
      // Imported late, so that the API can answer before.
      const { default: next } = await import("next");
      takeBuiltConfiguration();
      const pages = next({ dev: false, dir: root });
      await pages.prepare();
      // Replaces the listeners that Next has installed.
      takeUncaught(running);
      render = serveStoredPages(pages.getRequestHandler(), readAddresses(root));
      notePages("ready", async () => (await identifyBuild()) === opened);
    },
    fail(cause) {
      reason = { state: "failed", reason: cause };
      notePages("failed");
    },
  };
}

/** Next would load its compilers to read next.config.ts again. Its own standalone servers pass on in this way what the build read. */
function takeBuiltConfiguration(): void {
  const { config } = JSON.parse(readFileSync(join(root, ".next/required-server-files.json"), "utf8")) as { config: object };
  completeEnvironment({ __NEXT_PRIVATE_STANDALONE_CONFIG: JSON.stringify(config) });
}

/** Next would print uncaught errors, possibly with personal data, and continue. */
function takeUncaught({ stop }: Pick<Running, "stop">): void {
  // The process may be in an undefined state after an uncaught exception.
  process.removeAllListeners("uncaughtException").on("uncaughtException", (error) => {
    log.fatal({ error }, "uncaught exception; exiting");
    stop(1);
  });
  // Next looks for its listener under this name, and would install it again with every page.
  Object.assign(globalThis, { [Symbol.for("next.unhandledRejectionListener")]: noteRejection });
  process.removeAllListeners("unhandledRejection").on("unhandledRejection", noteRejection);
}

/** Logs an unhandled rejection without ending the process: a page may start a read early and then not await it. */
function noteRejection(error: unknown): void {
  log.error({ error }, "unhandled rejection");
}

/** A build writes the first, an installation the others. */
const marks = [".next/BUILD_ID", "node_modules/.package-lock.json", "node_modules/next/package.json"];

/** Identifies the build and the packages in this directory: it changes when they are replaced, even by the same ones. */
async function identifyBuild(): Promise<string> {
  const stats = await Promise.all(marks.map((mark) => stat(join(root, mark)).catch(() => undefined)));
  return stats.map((found) => (found === undefined ? "none" : `${found.dev}:${found.ino}:${found.mtimeMs}`)).join(" ");
}

/**
 * Makes a line of the log of each text that the process prints, Next's and React's included, since texts of callers are in them. The log
 * itself writes to the file descriptor. At a terminal everything is printed as it is.
 */
function takeOutput(): void {
  if (process.stdout.isTTY) return;
  for (const [method, level] of Object.entries(levelOfMethod)) {
    Object.assign(console, { [method]: (...parts: unknown[]) => logPrinted(level, parts) });
  }
  // Other methods of the console end here.
  Object.assign(process.stdout, { write: writer("info") });
  Object.assign(process.stderr, { write: writer("warn") });
  takeWarnings();
}

function writer(level: Level) {
  return (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
    logPrinted(level, [typeof chunk === "string" ? chunk : Buffer.from(chunk).toString()]);
    const done = rest.find((one): one is () => void => typeof one === "function");
    if (done !== undefined) queueMicrotask(done);
    return true;
  };
}

function logPrinted(level: Level, parts: readonly unknown[]): void {
  const error = parts.find((part) => Error.isError(part));
  const text = redactText(stripVTControlCharacters(format(...parts.filter((part) => part !== error)))).trim();
  if (error === undefined && text === "") return;
  // The caller left before the whole request had come, which everybody can do.
  const isAborted = error?.message === "aborted";
  log[isAborted ? "debug" : level](error === undefined ? {} : { error }, text === "" ? "a library printed this error" : text);
}

/** Logs warnings, which Node would print as text among the log lines. Deprecations inside packages are left out. */
function takeWarnings(): void {
  process.removeAllListeners("warning").on("warning", (warning) => {
    log[warning.name === "DeprecationWarning" ? "debug" : "warn"]({ error: warning }, "a warning of Node");
  });
}
