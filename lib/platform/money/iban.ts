import { getCountrySpecifications, isSEPACountry, validateIBAN, ValidationErrorsIBAN } from "ibantools";
import { z } from "zod";

/** An IBAN in people's spelling, with spaces, invisible signs and small letters. */
export const typedIban = z.string().transform((text) => text.replaceAll(/[\s\p{Cf}]/gu, "").toUpperCase());

/** Accepts an IBAN of an account in SEPA. */
export const iban = typedIban.pipe(z.string().refine((text) => faultOfIban(text) === null, "is not an IBAN of an account in SEPA"));

/** A fault of an IBAN; `length` is that of its country. */
export interface IbanFault {
  fault: "country" | "outsideSepa" | "length" | "form" | "checkDigits";
  country: string;
  length: number;
}

/** By the registry of ISO 13616, each country has its length and form; a SEPA transfer reaches only accounts in SEPA. */
export function faultOfIban(text: string): IbanFault | null {
  const country = text.slice(0, 2);
  const length = getCountrySpecifications()[country]?.chars ?? 0;
  const as = (fault: IbanFault["fault"]): IbanFault => ({ fault, country, length });
  if (length === 0) return as("country");
  if (!isSEPACountry(country)) return as("outsideSepa");
  // The library's checksum never ends on other characters.
  if (!/^[A-Z]{2}\d{2}[A-Z\d]+$/.test(text)) return as("form");
  if (text.length !== length) return as("length");
  const { valid, errorCodes } = validateIBAN(text);
  if (errorCodes.includes(ValidationErrorsIBAN.WrongBBANFormat)) return as("form");
  return valid ? null : as("checkDigits");
}

/** Masks an IBAN except for the parts that tell it from others. */
export function maskIban(text: string): string {
  return `${text.slice(0, 4)} •••• ${text.slice(-4)}`;
}
