import { isSEPACountry, isValidIBAN } from "ibantools";
import { z } from "zod";

/** By the registry of ISO 13616, each country has its length and form; a SEPA transfer reaches only accounts in SEPA. */
function isIban(text: string): boolean {
  return isValidIBAN(text) && isSEPACountry(text.slice(0, 2));
}

/** Accepts an IBAN in people's spelling, with spaces, invisible signs and small letters. */
export const iban = z
  .string()
  .transform((text) => text.replaceAll(/[\s\p{Cf}]/gu, "").toUpperCase())
  .pipe(z.string().refine(isIban, "is not an IBAN of an account in SEPA"));

/** Masks an IBAN except for the parts that tell it from others. */
export function maskIban(text: string): string {
  return `${text.slice(0, 4)} •••• ${text.slice(-4)}`;
}
