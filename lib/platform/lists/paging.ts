import { z } from "zod";
import type { IdPrefix } from "#lib/platform/ids.ts";
import { isBackward } from "#lib/platform/lists/portal-lists.ts";
import type { Keyset, ListPage } from "#lib/platform/lists/portal-lists.ts";
import { maxExamined } from "#lib/platform/lists/row-limits.ts";
import { Page } from "#lib/platform/wire/endpoint.ts";

interface Examined {
  place: number;
  fits: boolean;
}

/** `lookedTo` is where the examination ended before the page was full, else null. */
export interface BoundedPage<Row> extends ListPage<Row> {
  lookedTo: Date | null;
}

export const defaultLimit = 20;
const maxLimit = 100;

/** Reads digits, also `3.0`, up to the safe integers; the schema refuses the rest. */
function readDigits(value: unknown): unknown {
  return typeof value === "string" && /^\d+(?:\.0+)?$/.test(value) ? Math.min(Number(value), Number.MAX_SAFE_INTEGER) : value;
}

const count = (description: string, least = 0) =>
  z.preprocess(
    readDigits,
    z
      .int({ error: `must be a whole number, ${least} or more` })
      .min(least)
      .meta({ description }),
  );

export const pageStart = count("How many of the newest entries to skip.");
const clamped = `How many entries to return; more than ${maxLimit} counts as ${maxLimit}.`;
export const pageLimit = count(clamped).transform((limit) => Math.min(limit, maxLimit));
/** The limit of pages that continue after one of their entries, so they need at least one. */
export const continuedLimit = count(clamped, 1).transform((limit) => Math.min(limit, maxLimit));

/** Pages, newest first: a higher `limit` is clamped, anything but a number refused (rules/errors.md#requests-3, #requests-4). */
export const paging = z.object({ skip: pageStart.default(0), limit: pageLimit.default(defaultLimit) });

/**
 * The identifier that a page continues after. It is compared with those of the list and never looked for, so that it may be of an entry that
 * is gone (rules/errors.md#requests-10, #requests-11).
 */
export const pageAfter = (prefix: "" | `${IdPrefix}_`, whose: string) =>
  z
    .string()
    .regex(new RegExp(`^${prefix}[0-7][0-9A-HJKMNP-TV-Z]{25}$`), `must be the ${whose}, as \`next\` of the page before has it`)
    .meta({ description: "The `next` of the page before." });

export const nextPage = z
  .string()
  .nullable()
  .meta({
    description: "Send it as `after` for the next page; null if there is none.",
    examples: ["01JD3W7Q8ZK5T9V0XR2M4N6P8A"],
  });

const skips = ["skip", "offset"] as const;

/** Refuses two beginnings of one page (rules/errors.md#requests-12). */
export function rejectTwoStarts({
  value,
  issues,
}: z.core.ParsePayload<{ after?: unknown; skip?: number | undefined; offset?: number | undefined }>): void {
  const other = skips.find((name) => (value[name] ?? 0) > 0);
  if (value.after === undefined || other === undefined) return;
  issues.push({ code: "custom", path: [other], message: "cannot be sent with `after`: send one of the two", input: value });
}

/** Makes a page from its rows, of which one more was read than it has. A page without entries has nothing to continue after. */
export function makePage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  { idOf, make }: { idOf: (row: Row) => string; make: (row: Row) => Item },
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return new Page(shown.map(make), last === undefined ? null : idOf(last));
}

/** Makes a page from the examined rows. Cursors continue from the last one, whether it matches or not, so that none is left out. */
export function makeBoundedPage<Read extends Examined, Row>(
  read: readonly Read[],
  query: Keyset,
  row: { cursorOf: (read: Read) => string; placeOf: (read: Read) => Date; make: (read: Read) => Row },
  bound = maxExamined,
): BoundedPage<Row> {
  const { before, limit } = query;
  const fitting = read.filter(({ fits, place }) => fits && place <= bound);
  const visible = fitting.slice(0, limit);
  const isFull = fitting.length > limit;
  const goesOn = isFull || read.some(({ place }) => place > bound);
  const begin = read.find(({ place }) => place === 1);
  const end = isFull ? visible.at(-1) : read.find(({ place }) => place === bound);
  const lookedTo = goesOn && !isFull && end !== undefined ? row.placeOf(end) : null;
  const onward = goesOn && end !== undefined ? row.cursorOf(end) : null;
  const back = begin === undefined ? null : row.cursorOf(begin);
  const rows = visible.map(row.make);
  return isBackward(query)
    ? { rows: rows.toReversed(), older: back, newer: onward, lookedTo }
    : { rows, older: onward, newer: before === undefined ? null : back, lookedTo };
}
