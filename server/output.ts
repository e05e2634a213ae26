import { format, stripVTControlCharacters } from "node:util";
import { log } from "#lib/platform/log/log.ts";
import { redactText } from "#lib/platform/log/redact.ts";

type Level = "debug" | "info" | "warn" | "error";

const levelOfMethod = { trace: "debug", debug: "debug", log: "info", info: "info", warn: "warn", error: "error" } as const;

/**
 * Makes a line of the log of each text that the process prints, Next's and React's included, since texts of callers are in them. The log
 * itself writes to the file descriptor. At a terminal everything is printed as it is.
 */
export function takeOutput(): void {
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
