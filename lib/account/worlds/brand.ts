import { z } from "zod";
import { isBrandColor } from "#lib/account/worlds/brand-color.ts";

/** The color of the page for the insured; empty for the next brand: the partner's, then Covergate's. */
export const brandColor = z
  .string()
  .trim()
  .toLowerCase()
  .refine((color) => color === "" || isBrandColor(color));

export const logoOwner = z.object({ kind: z.enum(["renter", "partner"]), id: z.string().min(1).max(128) });
/** A rental company by its uid, or a partner by its id. */
export type LogoOwner = z.output<typeof logoOwner>;

/** More than a request body may hold; `changeLogo` reports a logo that is too large. */
const maxSent = 1_400_000;

/** The content in base64; null takes the logo away. */
export const logoChange = logoOwner.extend({ content: z.base64().max(maxSent).nullable() });
export type LogoChange = z.output<typeof logoChange>;
