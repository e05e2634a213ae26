import type { LabelOf } from "#lib/developer/exports/labels.ts";
import type { Reader } from "#lib/platform/i18n/locales.ts";
import { messages } from "#lib/platform/i18n/messages.ts";
import { eurosFromCents } from "#lib/platform/money/money.ts";
import { dateOf, insurerZone } from "#lib/platform/time/calendar.ts";

/** A column of a file for people. */
export interface Column<Path extends string = string> {
  /** The path of the value in a row. */
  path: Path;
  /** The key of the column's head among the messages. */
  head: string;
  kind: "plain" | "time" | "day" | "cents" | "euros";
  /** Says a value that is an identifier. */
  label?: LabelOf;
}

const ownHead = (name: string) => `exports.heads.${name}`;

/** A column whose head is that of its path, unless another of `exports.heads` is named. */
export function plain<const Path extends string>(path: Path, head: string = path): Column<Path> {
  return { path, head: ownHead(head), kind: "plain" };
}

/** An instant, in the reader's time zone, which its head names. */
export function time<const Path extends string>(path: Path): Column<Path> {
  return { path, head: ownHead(path), kind: "time" };
}

/** A day of the insurer, which is one for all readers. */
export function day<const Path extends string>(path: Path): Column<Path> {
  return { path, head: ownHead(path), kind: "day" };
}

/** An amount in cents, written in euros. */
export function cents<const Path extends string>(path: Path): Column<Path> {
  return { path, head: ownHead(path), kind: "cents" };
}

export function labelled<const Path extends string>(path: Path, label: LabelOf, head: string = path): Column<Path> {
  return { path, head: ownHead(head), kind: "plain", label };
}

export function headOf({ head, kind }: Column, { language, timeZone }: Reader): string {
  const name = valueAt(messages[language], head);
  if (typeof name !== "string") throw new TypeError(`no message heads a column: ${head}`);
  const unit = { plain: "", time: ` (${timeZone})`, day: "", cents: " (EUR)", euros: " (EUR)" }[kind];
  return name + unit;
}

export function cellOf({ path, kind, label }: Column, row: object, { language, timeZone }: Reader): unknown {
  const value = valueAt(row, path);
  if (value === null || value === undefined) return "";
  if (kind === "time") return timeFormat(timeZone).format(new Date(value as Date | string));
  if (kind === "day") return dateOf(new Date(value as Date | string), insurerZone);
  if (kind === "cents") return eurosFromCents(value as number);
  if (typeof value === "boolean") return messages[language].exports[value ? "yes" : "no"];
  if (typeof value === "object" && !Array.isArray(value)) return JSON.stringify(value);
  if (label === undefined) return value;
  const values = Array.isArray(value) ? (value as string[]) : [value as string];
  return values.map((each) => label(each, language, row)).join(" / ");
}

function valueAt(row: object, path: string): unknown {
  return path.split(".").reduce<unknown>((inner, name) => (inner as Record<string, unknown> | null | undefined)?.[name], row);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Such as `2027-01-31 14:05:00`: spreadsheets of every language take it for a date, and nobody confuses day and month. */
function timeFormat(timeZone: string): Intl.DateTimeFormat {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium", timeZone });
  formats.set(timeZone, format);
  return format;
}
