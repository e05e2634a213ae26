"use client";

import { useTranslations } from "next-intl";
import { Identifier, KeyValue, KeyValueList } from "#components/kit/facts/facts.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { useProductNames } from "#components/products/use-product-names.ts";
import { Badge } from "#components/ui/badge.tsx";
import { TitledCard } from "#components/ui/card.tsx";
import { spellCity } from "#lib/insurance/geo/rules/spell-city.ts";
import type { RenterDetail } from "#lib/insurance/renters/read.ts";

export function RenterFacts({ uid, attached }: { uid: string; attached: NonNullable<RenterDetail["attached"]> }) {
  const { company, contractTypes, productTypes, at } = attached;
  const t = useTranslations("renters");
  const terms = useTranslations("contracts.types");
  const { nameType } = useProductNames();
  return (
    <div className="grid items-stretch gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <TitledCard title={t("contact")}>
        <KeyValueList className="lg:grid-cols-2">
          <KeyValue name={t("facts.contact")}>
            {company.first_name} {company.last_name}
          </KeyValue>
          <KeyValue name={t("facts.phone")}>{company.phone_number}</KeyValue>
          <KeyValue name={t("facts.email")}>{company.email}</KeyValue>
          <KeyValue name={t("facts.address")}>
            <div>{company.address}</div>
            <div>
              {company.zipcode} {spellCity(company.city)}
            </div>
            <div>{company.country}</div>
          </KeyValue>
          <KeyValue name={t("facts.uid")} value={<Identifier id={uid} what={t("facts.theUid")} />} />
          <KeyValue name={t("facts.attached")} value={<TimeStamp at={at} focusable />} />
        </KeyValueList>
      </TitledCard>
      <TitledCard title={t("allowed")}>
        <KeyValueList className="sm:grid-cols-1 lg:grid-cols-1">
          <KeyValue name={t("facts.types")}>
            <ul className="mt-1 grid gap-1.5">
              {contractTypes.map((type) => (
                <li key={type} className="flex flex-wrap items-center gap-2">
                  <Badge>{type}</Badge>
                  {terms(type)}
                </li>
              ))}
            </ul>
          </KeyValue>
          <KeyValue name={t("facts.products")}>
            <ul className="mt-1 flex flex-wrap gap-1.5">
              {productTypes.map((type) => (
                <li key={type}>
                  <Badge title={type}>{nameType(type)}</Badge>
                </li>
              ))}
            </ul>
          </KeyValue>
        </KeyValueList>
      </TitledCard>
    </div>
  );
}
