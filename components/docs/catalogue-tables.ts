import {
  contractTypes,
  contractTypesByProductType,
  options,
  optionsByTerm,
  optionsOf,
  productTypeNames,
} from "#lib/insurance/catalogue/catalogue.ts";
import type { ContractType, Option, ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import { catalogueTranslations } from "#lib/insurance/catalogue/translations.ts";
import type { Language } from "#lib/platform/i18n/locales.ts";
import { messages } from "#lib/platform/i18n/messages.ts";

const placeholder = /^<Catalogue of="(\w+)" \/>$/gm;

/** Replaces `<Catalogue of="options" />` in a guide by a table of what can be insured. Throws for an unknown name. */
export function withCatalogue(language: Language, guide: string): string {
  return guide.replaceAll(placeholder, (_line, name: string) => {
    const table = Object.hasOwn(tables, name) ? tables[name] : undefined;
    if (table === undefined) throw new Error(`the catalogue has no table ${name}`);
    const [heads, ...rows] = table(language);
    return [heads, heads?.map(() => "---"), ...rows].map((cells) => `| ${(cells ?? []).join(" | ")} |`).join("\n");
  });
}

/** Returns the meanings of a catalogue schema's values and their anchor in the guide; undefined for another schema. */
export function catalogueOf(
  schema: string,
  language: Language,
): { anchor: string; meanings: Readonly<Record<string, string>> } | undefined {
  const { contracts } = messages[language];
  switch (schema) {
    case "ContractType":
      return { anchor: "types", meanings: contracts.types };
    case "ContractOption":
      return { anchor: "options", meanings: contracts.optionTexts };
    case "ProductType":
      return {
        anchor: "products",
        meanings: Object.fromEntries(productTypeNames.map((type) => [type, catalogueTranslations[type][language]])),
      };
    case "ProductSubtype":
      return {
        anchor: "products",
        meanings: Object.fromEntries(productTypeNames.flatMap((type) => Object.entries(subtypeNames(type, language)))),
      };
    default:
      return undefined;
  }
}

const tables: Readonly<Record<string, (language: Language) => string[][]>> = {
  types: (language) => {
    const { contracts, docs } = messages[language];
    const { contractType, period, products } = docs.catalogue;
    return [
      [contractType, period, products],
      ...contractTypes.map((type) => [code(type), contracts.types[type], codes(insuredUnder(type))]),
    ];
  },
  products: (language) => {
    const { productType, name, subtypes } = messages[language].docs.catalogue;
    return [
      [productType, name, subtypes],
      ...productTypeNames.map((type) => [code(type), catalogueTranslations[type][language], subtypesOf(type, language)]),
    ];
  },
  options: (language) => {
    const { contracts, docs } = messages[language];
    const { option, meaning, products, contractType } = docs.catalogue;
    return [
      [option, meaning, products, contractType],
      ...options.map((each) => [
        code(each),
        contracts.optionTexts[each],
        codes(typesThatKnow(each)) || docs.catalogue.contract,
        termsOf(each, language),
      ]),
    ];
  },
};

function subtypesOf(type: ProductType, language: Language): string {
  return Object.entries(subtypeNames(type, language))
    .map(([subtype, name]) => `${code(subtype)} (${name})`)
    .join(", ");
}

function subtypeNames(type: ProductType, language: Language): Record<string, string> {
  return Object.fromEntries(Object.entries(catalogueTranslations[type].subtypes).map(([subtype, names]) => [subtype, names[language]]));
}

function insuredUnder(contractType: ContractType): ProductType[] {
  return productTypeNames.filter((type) => contractTypesByProductType[type].some((each) => each === contractType));
}

/** Returns the product types of an option; empty for an option that belongs to the whole contract. */
function typesThatKnow(option: Option): ProductType[] {
  return productTypeNames.filter((type) => optionsOf(type).includes(option));
}

function termsOf(option: Option, language: Language): string {
  const { catalogue } = messages[language].docs;
  const isIn = (offered: readonly Option[]) => offered.includes(option);
  const { LCD, LLD, LMD_under_6_months: short, LMD_6_months_or_more: long } = optionsByTerm;
  const medium = isIn(short) ? code("LMD") : isIn(long) ? `${code("LMD")} ${catalogue.from}` : "";
  return [isIn(LCD) ? code("LCD") : "", medium, isIn(LLD) ? code("LLD") : ""].filter((each) => each !== "").join(", ");
}

function codes(names: readonly string[]): string {
  return names.map(code).join(", ");
}

function code(name: string): string {
  return `\`${name}\``;
}
