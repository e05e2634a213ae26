import { inspect } from "node:util";
import { CommanderError } from "commander";
import { ZodError } from "zod";
import { SetupError } from "#db/embedded/setup-error.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";
import { StorageUnavailable } from "#lib/platform/files/storage-unavailable.ts";

type Cell = string | number | Date | readonly string[] | null;

export interface Explanation {
  /** The explanation for the operator; absent if the help was printed. */
  sentence?: string;
  exitCode: number;
}

const refused = 1;
const wrongUsage = 2;

/** Explains an error to the operator; an unexpected one with all its details. */
export function explain(error: unknown): Explanation {
  if (error instanceof CommanderError && error.exitCode === 0) return { exitCode: 0 };
  if (error instanceof CommanderError && error.code === "commander.help") return { exitCode: wrongUsage };
  if (error instanceof CommanderError) return { sentence: sentence(error.message.replace(/^error: /, "")), exitCode: wrongUsage };
  if (error instanceof ZodError) return { sentence: `${error.issues.map(explainIssue).join("; ")}.`, exitCode: wrongUsage };
  return { sentence: explainUserError(error) ?? inspect(error), exitCode: refused };
}

function explainUserError(error: unknown): string | undefined {
  const isTold = [UserError, SetupError, ApiError, StorageUnavailable].some((kind) => error instanceof kind);
  if (isTold && error instanceof Error) return sentence(error.message);
  const { code, message } = errorOf(error);
  if (unreachable.has(code)) return `The database does not answer at the address in DATABASE_URL: ${message}.`;
  return databaseErrors[code];
}

/** Their messages name the host and mostly the port. */
const unreachable = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "CONNECT_TIMEOUT", "CONNECTION_CLOSED"]);
const notSetUp = "The database is not that of this release: start Covergate on it, which brings it up to date.";

/** The errors that any database can report. */
export const commonErrors: Readonly<Record<string, string>> = {
  "53300":
    "Postgres has no connection left for this role: raise the connection limit of the role or max_connections above DATABASE_POOL × instances, or lower DATABASE_POOL.",
  "55P03": "Somebody has held a lock on what was asked for too long (docs/operations/alarms.md#covergatedatabasewaits finds the session).",
};

const databaseErrors: Readonly<Record<string, string>> = {
  ...commonErrors,
  "08P01":
    "A pooler answers at DATABASE_URL and refuses the settings of our sessions: name the server itself in DATABASE_DIRECT_URL (docs/operations/pooler.md).",
  "28P01": "The database refuses the user or the password in DATABASE_URL.",
  "28000": "The database refuses the user or the password in DATABASE_URL.",
  "3D000": "The database named in DATABASE_URL does not exist.",
  "42501":
    "The role in DATABASE_URL may not use the tables: they belong to another one (docs/operations/database.md says how to transfer them).",
  "42P01": `${notSetUp} Where it is up to date, a search_path of the role or the database hides the tables: reset it.`,
  "42703": notSetUp,
  "57P01": "The database was stopped in the meantime.",
};

/** The code and message of a system or database error, even inside an error of Drizzle. */
export function errorOf(error: unknown): { code: string; message: string } {
  // A host with several addresses that all refuse throws an AggregateError.
  if (error instanceof AggregateError) return errorOf(error.errors[0]);
  if (!(error instanceof Error)) return { code: "", message: "" };
  return "code" in error ? { code: String(error.code), message: error.message } : errorOf(error.cause);
}

function explainIssue({ path, message }: ZodError["issues"][number]): string {
  const field = path.at(-1);
  // An error of the whole input has no field.
  return field === undefined ? message : `${String(field)}: ${message}`;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?)]$/.test(text) ? "" : ".");
}

/** Formats one line per field with aligned values; lists show their members, empty values a dash. */
export function fields(entries: Record<string, Cell>): string {
  return table(Object.entries(entries).map(([name, value]) => [`${name}:`, value]));
}

export function table(rows: readonly (readonly Cell[])[]): string {
  const cells = rows.map((row) => row.map(cell));
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** One line, since a partner's text must not control the terminal. */
function cell(value: Cell): string {
  return textOf(value).replaceAll(/\p{Cc}+/gu, " ");
}

function textOf(value: Cell): string {
  if (value instanceof Date) return value.toISOString();
  if (value === null) return "—";
  if (typeof value === "object") return value.length === 0 ? "—" : value.join(", ");
  return String(value);
}
