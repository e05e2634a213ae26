import { UserError } from "#lib/platform/errors/user-error.ts";
import { faultOfIban } from "#lib/platform/money/iban.ts";

/** Rejects what is no IBAN of an account in SEPA, and says what is wrong with it (rules/settlements.md#bank-7). */
export function assertIban(text: string): void {
  const found = faultOfIban(text);
  if (found === null) return;
  const { fault, country, length } = found;
  switch (fault) {
    case "country":
      throw new UserError("the IBAN begins with no country", { key: "ibanCountry" });
    case "outsideSepa":
      throw new UserError("the account is outside SEPA", { key: "ibanOutsideSepa", values: { country } });
    case "length":
      throw new UserError("the IBAN has another length", { key: "ibanLength", values: { country, length, found: text.length } });
    case "form":
      throw new UserError("the IBAN has another form", { key: "ibanForm", values: { country } });
    case "checkDigits":
      throw new UserError("the check digits of the IBAN are wrong", { key: "ibanCheckDigits" });
  }
}
