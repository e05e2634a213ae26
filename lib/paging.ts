import { z } from "zod";

export const defaultLimit = 20;
const maxLimit = 100;

/** Reads digits, also `3.0`, up to the safe integers; the schema refuses the rest. */
function readDigits(sent: unknown): unknown {
  return typeof sent === "string" && /^\d+(?:\.0+)?$/.test(sent) ? Math.min(Number(sent), Number.MAX_SAFE_INTEGER) : sent;
}

const count = (description: string) =>
  z.preprocess(readDigits, z.int({ error: "must be a whole number, 0 or more" }).min(0).meta({ description }));

export const pageStart = count("How many of the newest entries to skip.");
export const pageLimit = count(`How many entries to return; more than ${maxLimit} counts as ${maxLimit}.`).transform((asked) =>
  Math.min(asked, maxLimit),
);

/** Pages, newest first: a higher `limit` is clamped, anything but a number refused (resolutions.md § 2). */
export const paging = z.object({ skip: pageStart.default(0), limit: pageLimit.default(defaultLimit) });

/** For a list that is answered whole unless a page is requested. */
export const optionalPaging = z.object({ skip: pageStart.optional(), limit: pageLimit.optional() });
export type OptionalPaging = z.output<typeof optionalPaging>;
