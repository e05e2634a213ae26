import { getCountrySpecifications, isSEPACountry, validateIBAN, ValidationErrorsIBAN } from "ibantools";
import { z } from "zod";
import { UserError } from "#lib/platform/errors/user-error.ts";

/** An IBAN in people's spelling, with spaces, invisible signs and small letters. */
export const typedIban = z.string().transform((text) => text.replaceAll(/[\s\p{Cf}]/gu, "").toUpperCase());

/** Accepts an IBAN as `assertIban` does. */
export const iban = typedIban.pipe(z.string().refine((text) => faultOf(text) === null, "is not an IBAN of an account in SEPA"));

/** Rejects what is no IBAN of an account in SEPA, and says what is wrong with it. */
export function assertIban(text: string): void {
  const fault = faultOf(text);
  if (fault === null) return;
  const country = text.slice(0, 2);
  const length = getCountrySpecifications()[country]?.chars ?? 0;
  throw new UserError(`the IBAN is wrong: ${fault}`, { key: fault, values: { country, length, found: text.length } });
}

type Fault = "ibanCountry" | "ibanOutsideSepa" | "ibanLength" | "ibanCheckDigits" | "ibanForm";

/** By the registry of ISO 13616, each country has its length and form; a SEPA transfer reaches only accounts in SEPA. */
function faultOf(text: string): Fault | null {
  if (!/^[A-Z]{2}/.test(text)) return "ibanCountry";
  // The library's checksum never ends on other characters.
  if (!/^[A-Z]{2}\d{2}[A-Z\d]+$/.test(text)) return "ibanForm";
  const { valid, errorCodes } = validateIBAN(text);
  if (errorCodes.includes(ValidationErrorsIBAN.NoIBANCountry)) return "ibanCountry";
  if (!isSEPACountry(text.slice(0, 2))) return "ibanOutsideSepa";
  if (errorCodes.includes(ValidationErrorsIBAN.WrongBBANLength)) return "ibanLength";
  if (errorCodes.includes(ValidationErrorsIBAN.WrongBBANFormat)) return "ibanForm";
  return valid ? null : "ibanCheckDigits";
}

/** Masks an IBAN except for the parts that tell it from others. */
export function maskIban(text: string): string {
  return `${text.slice(0, 4)} •••• ${text.slice(-4)}`;
}
