"use client";

import { useLocale } from "next-intl";
import type { ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import { catalogueTranslations } from "#lib/insurance/catalogue/translations.ts";
import type { Translations } from "#lib/insurance/catalogue/translations.ts";

/** Returns the names of product types and subtypes; an unknown one is shown unchanged. */
export function useProductNames(): {
  nameType: (type: ProductType) => string;
  nameSubtype: (type: ProductType, subtype: string) => string;
} {
  const language = useLocale().startsWith("fr") ? "fr" : "en";
  return {
    nameType: (type) => catalogueTranslations[type][language],
    nameSubtype: (type, subtype) => {
      const labels: Record<string, Translations> = catalogueTranslations[type].subtypes;
      return Object.hasOwn(labels, subtype) ? (labels[subtype]?.[language] ?? subtype) : subtype;
    },
  };
}
