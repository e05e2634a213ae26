import { expect, test } from "vitest";
import { assertIban } from "#lib/insurance/payments/rules/assert-iban.ts";

// rules/settlements.md#bank-7
test.each([
  ["of a wrong length", "FR763000600001123456789018", { key: "ibanLength", values: { country: "FR", length: 27, found: 26 } }],
  ["with mistyped check digits", "FR7730006000011234567890189", { key: "ibanCheckDigits" }],
  ["with two digits swapped", "DE89370400440532031000", { key: "ibanCheckDigits" }],
  ["of a country without IBANs", "US64000060000112345678901", { key: "ibanCountry" }],
  ["that begins with no country", "7630006000011234567890189", { key: "ibanCountry" }],
  ["outside of SEPA", "BR1800360305000010009795493C1", { key: "ibanOutsideSepa" }],
  ["with other characters", "FR76-3000", { key: "ibanForm" }],
  ["with digits in the place of letters", "GB29123456987654321234", { key: "ibanForm" }],
])("an IBAN %s is refused with what is wrong", (_what, typed, error) => {
  expect(() => assertIban(typed)).toThrow(expect.objectContaining(error) as Error);
});
