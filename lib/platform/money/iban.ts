import { getCountrySpecifications, isSEPACountry, validateIBAN, ValidationErrorsIBAN } from "ibantools";
import { z } from "zod";
import { UserError } from "#lib/platform/errors/user-error.ts";

/** An IBAN in people's spelling, with spaces, invisible signs and small letters. */
export const typedIban = z.string().transform((text) => text.replaceAll(/[\s\p{Cf}]/gu, "").toUpperCase());

/** Accepts an IBAN as `assertIban` does. */
export const iban = typedIban.pipe(z.string().refine((text) => errorOf(text) === null, "is not an IBAN of an account in SEPA"));

/** Rejects what is no IBAN of an account in SEPA, and says what is wrong with it. */
export function assertIban(text: string): void {
  const error = errorOf(text);
  if (error !== null) throw error;
}

/** By the registry of ISO 13616, each country has its length and form; a SEPA transfer reaches only accounts in SEPA. */
function errorOf(text: string): UserError | null {
  const country = text.slice(0, 2);
  const length = getCountrySpecifications()[country]?.chars ?? null;
  if (length === null) return new UserError("the IBAN begins with no country", { key: "ibanCountry" });
  if (!isSEPACountry(country)) return new UserError("the account is outside SEPA", { key: "ibanOutsideSepa", values: { country } });
  const misformed = new UserError("the IBAN has another form", { key: "ibanForm", values: { country } });
  // The library's checksum never ends on other characters.
  if (!/^[A-Z]{2}\d{2}[A-Z\d]+$/.test(text)) return misformed;
  if (text.length !== length) {
    return new UserError("the IBAN has another length", { key: "ibanLength", values: { country, length, found: text.length } });
  }
  const { valid, errorCodes } = validateIBAN(text);
  if (errorCodes.includes(ValidationErrorsIBAN.WrongBBANFormat)) return misformed;
  return valid ? null : new UserError("the check digits of the IBAN are wrong", { key: "ibanCheckDigits" });
}

/** Masks an IBAN except for the parts that tell it from others. */
export function maskIban(text: string): string {
  return `${text.slice(0, 4)} •••• ${text.slice(-4)}`;
}
