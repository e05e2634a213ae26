import { z } from "zod";

/** How many entries a page has where the request does not say (resolutions.md § 2). */
export const defaultLimit = 20;
const highestLimit = 100;

/** Digits as their number, as high as one can count, `3.0` as 3; whatever else was sent is left for the schema to refuse. */
function readDigits(sent: unknown): unknown {
  return typeof sent === "string" && /^\d+(?:\.0+)?$/.test(sent) ? Math.min(Number(sent), Number.MAX_SAFE_INTEGER) : sent;
}

const count = (description: string) =>
  z.preprocess(readDigits, z.int({ error: "must be a whole number, 0 or more" }).min(0).meta({ description }));

/** From which entry on a page begins, counted from the newest. */
export const pageStart = count("How many of the newest entries to skip.");
/** How many entries a page has at most. */
export const pageLimit = count(`How many entries to return; more than ${highestLimit} counts as ${highestLimit}.`).transform((asked) =>
  Math.min(asked, highestLimit),
);

/** The query of a list that comes in pages, newest first: a higher `limit` is clamped, anything but a number refused (resolutions.md § 2). */
export const paging = z.object({ skip: pageStart.default(0), limit: pageLimit.default(defaultLimit) });

/** The query of a list that comes whole unless a page is asked for. */
export const optionalPaging = z.object({ skip: pageStart.optional(), limit: pageLimit.optional() });
export type OptionalPaging = z.output<typeof optionalPaging>;
