"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { KeyValue, KeyValueList } from "#components/kit/facts/facts.tsx";
import { Card, CardContent, CardHeader, CardTitle } from "#components/ui/card.tsx";
import type { WireContract } from "#lib/insurance/contracts/schema.ts";

/** The insured company or person, or a note that there is neither. */
export function ContractParties({ contract: { company, individual } }: { contract: WireContract }) {
  const t = useTranslations("contracts.parties");
  return (
    <>
      {company === undefined ? null : (
        <Party title={t("company")}>
          <KeyValue name={t("name")}>{company.company_name}</KeyValue>
          <KeyValue name={t("representative")}>{nameOf(company)}</KeyValue>
          {company.siren === undefined ? null : (
            <KeyValue name={t("siren")}>
              <span className="tabular-nums">{company.siren}</span>
            </KeyValue>
          )}
          <Address of={company} />
        </Party>
      )}
      {individual === undefined ? null : (
        <Party title={t("individual")}>
          <KeyValue name={t("name")}>{nameOf(individual)}</KeyValue>
          <KeyValue name={t("phone")}>{individual.phone_number}</KeyValue>
          {individual.email === undefined ? null : <KeyValue name={t("email")}>{individual.email}</KeyValue>}
          <Address of={individual} />
        </Party>
      )}
    </>
  );
}

function Party({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
      </CardHeader>
      <CardContent>
        <KeyValueList>{children}</KeyValueList>
      </CardContent>
    </Card>
  );
}

interface Place {
  address?: string | undefined;
  zipcode?: string | undefined;
  city?: string | undefined;
  country?: string | undefined;
}

function Address({ of: { address, zipcode, city, country } }: { of: Place }) {
  const t = useTranslations("contracts.parties");
  const town = [zipcode, city].filter(Boolean).join(" ");
  const lines = [address, town, country].filter((line) => line !== undefined && line !== "");
  if (lines.length === 0) return null;
  return (
    <KeyValue name={t("address")} wide>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </KeyValue>
  );
}

function nameOf({
  first_name: first,
  last_name: last,
}: {
  first_name?: string | undefined;
  last_name?: string | undefined;
}): string | null {
  const name = [first, last].filter(Boolean).join(" ");
  return name === "" ? null : name;
}
