import { createTranslator } from "next-intl";
import { describe, expect, test } from "vitest";
import { wordError } from "#components/kit/form/form.tsx";
import { partnerForm } from "#lib/account/worlds/schema.ts";
import { maxAmountCents, actionForms } from "#lib/insurance/claims/desk/schema.ts";
import { languages, locales } from "#lib/platform/i18n/locales.ts";
import type { Language } from "#lib/platform/i18n/locales.ts";
import { messages } from "#lib/platform/i18n/messages.ts";

const translator = (language: Language) =>
  createTranslator({ locale: locales[language], messages: messages[language], namespace: "common.faults" });

/** Returns the error text of a field for a typed value; undefined if it is valid. */
function sayOf(language: Language, schema: typeof actionForms.approveRefund | typeof partnerForm, field: string, typed: unknown) {
  const result = schema.safeParse({ [field]: typed }, { error: (issue) => wordError(translator(language), issue) });
  return result.error?.issues.find(({ path }) => path[0] === field)?.message.replaceAll(/[\u00A0\u202F]/g, " ");
}

describe("an amount field explains what is wrong in the reader's language", () => {
  test.each([
    ["", "Required.", "Obligatoire."],
    ["1,245", "This can be read in two ways: write 1245.00 or 1.24.", "Ce montant peut se lire de deux façons : écrivez 1245,00 ou 1,24."],
    ["1.245", "This can be read in two ways: write 1245.00 or 1.24.", "Ce montant peut se lire de deux façons : écrivez 1245,00 ou 1,24."],
    ["-245,50", "The amount cannot be negative.", "Le montant ne peut pas être négatif."],
    ["0", "The amount must be more than zero.", "Le montant doit être supérieur à zéro."],
    ["1245,678", "Use at most two decimals, as in 245.50.", "Saisissez deux décimales au plus, par exemple 245,50."],
    ["12O", "Enter an amount in figures, such as 245.50.", "Saisissez un montant en chiffres, par exemple 245,50."],
    ["50000,01", "The amount can be at most €50,000.00.", "Le montant ne peut pas dépasser 50 000,00 €."],
    ["245,50", undefined, undefined],
  ])("for %j", (typed, english, french) => {
    expect(sayOf("en", actionForms.approveRefund, "amountCents", typed)).toBe(english);
    expect(sayOf("fr", actionForms.approveRefund, "amountCents", typed)).toBe(french);
  });

  test("and gives its form whole cents", () => {
    expect(actionForms.approveRefund.parse({ amountCents: "1 245,50 €", reason: "" })).toEqual({ amountCents: 124_550, reason: "" });
    expect(actionForms.approveRefund.parse({ amountCents: "50000", reason: "" })).toEqual({ amountCents: maxAmountCents, reason: "" });
  });
});

test("a count field explains what it accepts", () => {
  for (const language of languages) expect(sayOf(language, partnerForm, "requestsPerMinute", 600)).toBeUndefined();
  expect(sayOf("en", partnerForm, "requestsPerMinute", "1.5")).toBe("Enter a whole number, such as 1000.");
  expect(sayOf("fr", partnerForm, "requestsPerMinute", "dix")).toBe("Saisissez un nombre entier, par exemple 1000.");
  expect(sayOf("en", partnerForm, "requestsPerMinute", undefined)).toBe("Required.");
  expect(sayOf("en", partnerForm, "requestsPerMinute", 0)).toBe("Must be at least 1.");
});
