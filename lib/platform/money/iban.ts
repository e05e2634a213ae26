import { z } from "zod";

/** ISO 13616: two letters, two check digits, and the account; the whole, rearranged, is 1 modulo 97. */
function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(text)) return false;
  const digits = Array.from(`${text.slice(4)}${text.slice(0, 4)}`, (sign) => Number.parseInt(sign, 36)).join("");
  return Array.from(digits).reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}

/** Accepts an IBAN in people's spelling, with spaces and in small letters. */
export const iban = z
  .string()
  .transform((text) => text.replaceAll(/\s/g, "").toUpperCase())
  .pipe(z.string().refine(isIban, "is not an IBAN"));

/** Masks an IBAN except for the parts that tell it from others. */
export function maskIban(text: string): string {
  return `${text.slice(0, 4)} •••• ${text.slice(-4)}`;
}
