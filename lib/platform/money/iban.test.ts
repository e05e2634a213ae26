import { expect, test } from "vitest";
import { iban, maskIban } from "#lib/platform/money/iban.ts";

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

test("a masked account keeps its country and its end", () => {
  expect(maskIban("FR7630006000011234567890189")).toBe("FR76 •••• 0189");
});
