import { expect, test } from "vitest";
import { assertIban, iban, maskIban } from "#lib/platform/money/iban.ts";

test.each([
  ["FR76 3000 6000 0112 3456 7890 189", "FR7630006000011234567890189"],
  ["de89370400440532013000", "DE89370400440532013000"],
  ["GB82 WEST 1234 5698 7654 32", "GB82WEST12345698765432"],
])("%j is the account %s", (typed, account) => {
  expect(iban.parse(typed)).toBe(account);
});

// rules/settlements.md#bank-7
test.each([
  ["of a wrong length for its country", "AT32010000000173363"],
  ["of a country without IBANs", "US64000060000112345678901"],
  ["of a form that its country does not have", "GB2912345698765432ABCD12"],
  ["outside of SEPA", "BR1800360305000010009795493C1"],
])("an IBAN %s is refused, although its check digits are right", (_what, typed) => {
  expect(iban.safeParse(typed).success).toBe(false);
});

test.each(["", "FR7630006000011234567890188", "FR7630006000011234567890198", "FR76", "7630006000011234567890189", "FR76-3000"])(
  "%j is no account",
  (typed) => {
    expect(iban.safeParse(typed).success).toBe(false);
  },
);

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

test("a masked account keeps its country and its end", () => {
  expect(maskIban("FR7630006000011234567890189")).toBe("FR76 •••• 0189");
});
