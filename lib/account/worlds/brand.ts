import { z } from "zod";

/** WCAG 2.2 § 1.4.3, for texts of any size. */
const minContrast = 4.5;

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

/** True for `#rrggbb` on which white text can be read. */
export function isBrandColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/.test(text) && contrastWithWhite(text) >= minContrast;
}

/** WCAG 2.2, "contrast ratio": from 1 to 21. */
function contrastWithWhite(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}
