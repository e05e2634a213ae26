import { z } from "zod";

export const defaultLimit = 20;
const maxLimit = 100;

/** Reads digits, also `3.0`, up to the safe integers; the schema refuses the rest. */
function readDigits(sent: unknown): unknown {
  return typeof sent === "string" && /^\d+(?:\.0+)?$/.test(sent) ? Math.min(Number(sent), Number.MAX_SAFE_INTEGER) : sent;
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
export const pageLimit = count(clamped).transform((asked) => Math.min(asked, maxLimit));
/** For pages that are continued after an entry of theirs, which one without entries does not have. */
export const continuedLimit = count(clamped, 1).transform((asked) => Math.min(asked, maxLimit));

/** Pages, newest first: a higher `limit` is clamped, anything but a number refused (rules/errors.md#requests-3, #requests-4). */
export const paging = z.object({ skip: pageStart.default(0), limit: pageLimit.default(defaultLimit) });

/** For a list that is answered whole unless a page is requested. */
export const optionalPaging = z.object({ skip: pageStart.optional(), limit: pageLimit.optional() });
export type OptionalPaging = z.output<typeof optionalPaging>;
