import { productTypeNames } from "#lib/insurance/catalogue/catalogue.ts";
import type { ContractType, ProductSubtype, ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import { catalogueTranslations } from "#lib/insurance/catalogue/translations.ts";
import type { Translations } from "#lib/insurance/catalogue/translations.ts";
import type { RenterCompany, RenterFacts, WireRenter } from "#lib/insurance/renters/schema.ts";

export interface AttachedRenter extends RenterFacts {
  uid: string;
  company: RenterCompany;
  option: boolean;
  inclusion: boolean;
}

/** The renter as the API answers it (rules/renters.md#read-2). */
export function serializeRenter({
  uid,
  company,
  contractTypes,
  productTypes,
  option,
  inclusion,
}: Omit<AttachedRenter, "timeZone">): WireRenter {
  const may = (type: ContractType) => contractTypes.includes(type);
  const products = productTypeNames.filter((type) => productTypes.includes(type)).map(describeType);
  return { uid, company, options: { LCD: may("LCD"), LMD: may("LMD"), LLD: may("LLD"), option, inclusion, products } };
}

function describeType(type: ProductType): WireRenter["options"]["products"][number] {
  const { en, fr, subtypes } = catalogueTranslations[type];
  const fields = {
    type,
    translations: { en, fr },
    subtypes: (Object.entries(subtypes) as [ProductSubtype, Translations][]).map(([subtype, translations]) => ({
      type: subtype,
      translations,
    })),
  };
  // The name is the first key, the only one that some programs read.
  return { [type]: fields, ...fields };
}
