import { RuleType } from "markdown-to-jsx/markdown";
import { describe, expect, test } from "vitest";
import { guidesIn } from "#components/docs/guides/guides.ts";
import type { MarkdownNode } from "#components/docs/guides/guides.ts";
import { options, productTypeNames, productTypes } from "#lib/insurance/catalogue/catalogue.ts";
import type { ContractType, Option } from "#lib/insurance/catalogue/catalogue.ts";
import { publicTariff } from "#lib/insurance/prices/public-tariff.ts";
import { explainPremium } from "#lib/insurance/prices/rules/premium.ts";
import type { Cover, PremiumSteps } from "#lib/insurance/prices/rules/premium.ts";
import { languages, locales } from "#lib/platform/i18n/locales.ts";
import type { Language } from "#lib/platform/i18n/locales.ts";

const valueEuros = 2400;

/** The contracts of the guide's example, an electric bike in Paris. */
const covers: Cover[] = [
  cover("LCD", "2027-06-10T09:00:00+02:00", "2027-06-10T12:00:00+02:00"),
  cover("LCD", "2027-06-10T10:00:00+02:00", "2027-06-12T12:00:00+02:00"),
  cover("LMD", "2027-03-01T00:00:00+01:00", "2027-06-01T00:00:00+02:00", "rc", "ia"),
  cover("LLD", "2027-03-01T00:00:00+01:00", "2028-02-29T00:00:00+01:00", "pro"),
];

function cover(contractType: ContractType, start: string, end: string, ...more: Option[]): Cover {
  return {
    productType: "bike",
    productSubtype: "electric",
    valueExclCents: valueEuros * 100,
    startDate: new Date(start),
    endDate: new Date(end),
    contractType,
    options: ["break", "theft", ...more],
    timeZone: "Europe/Paris",
    renewalDay: null,
  };
}

/** The calculation as the guide writes it. */
function writeCalculation({ rates, termFactor, days, months, extras, factors, taxRate }: PremiumSteps, language: Language): string {
  const write = (value: number, decimals?: number) =>
    value.toLocaleString(locales[language], { minimumFractionDigits: decimals }).replaceAll("\u202F", "\u00A0");
  const percent = `${write(rates.reduce((sum, { rate }) => sum + rate, 0) / 100)}${language === "fr" ? "\u00A0" : " "}%`;
  const cost = [write(valueEuros), percent, write(termFactor / 10_000), `${write(days)} / 365`].join(" × ");
  const perMonth = extras.map(({ amountCents }) => write(amountCents / 100, 2)).join(" + ");
  const whole = extras.length === 0 ? cost : `(${cost} + (${perMonth}) × ${write(months)})`;
  return [whole, ...factors.map(({ factor }) => write(factor / 10_000)), write(1 + taxRate / 10_000)].join(" × ");
}

const textOf = (nodes: readonly MarkdownNode[]): string =>
  nodes
    .map((node) => {
      if (node.type === RuleType.text || node.type === RuleType.codeInline) return node.text;
      return "children" in node ? textOf(node.children ?? []) : "";
    })
    .join("");

function tablesOf(language: Language, section: string): string[][][] {
  const guide = guidesIn(language).find(({ slug }) => slug === "what-is-insured");
  const nodes = guide?.sections.find(({ id }) => id === section)?.nodes ?? [];
  return nodes.flatMap((node) => ("cells" in node ? [node.cells.map((row) => row.map((cell) => textOf(cell)))] : []));
}

describe.each(languages)("the guide of what is insured in %s", (language) => {
  // rules/prices.md#premium-3
  test("calculates its examples as contracts are priced", () => {
    const [rows = []] = tablesOf(language, "price");
    const expected = covers.map((each) => {
      const steps = explainPremium(publicTariff.rates, each);
      const price = (steps.priceCents / 100).toLocaleString(locales[language], { minimumFractionDigits: 2 });
      return [writeCalculation(steps, language), price];
    });
    expect(rows.map(([, ...calculated]) => calculated)).toEqual(expected);
  });

  test("explains every option, product type and subtype", () => {
    const [explained = []] = tablesOf(language, "options");
    const [products = []] = tablesOf(language, "products");
    expect(explained.map(([option, meaning]) => [option, meaning !== ""])).toEqual(options.map((option) => [option, true]));
    expect(products.map(([type]) => type)).toEqual(productTypeNames);
    for (const [index, type] of productTypeNames.entries()) {
      for (const subtype of productTypes[type]) expect(products[index]?.[2]).toContain(`${subtype} (`);
    }
  });
});
