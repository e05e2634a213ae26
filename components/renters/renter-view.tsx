"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Identifier } from "#components/kit/facts/facts.tsx";
import { renterQuery } from "#components/renters/queries.ts";
import { RenterContracts } from "#components/renters/renter-contracts.tsx";
import { RenterFacts } from "#components/renters/renter-facts.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Badge } from "#components/ui/badge.tsx";

/** A renter with its company, insurable types and contracts. */
export function RenterView({ uid }: { uid: string }) {
  const environment = useEnvironment();
  const t = useTranslations("renters");
  const { data: renter } = useQuery(renterQuery(environment, uid));
  if (renter === undefined) return null;
  return (
    <>
      <PageHeader
        title={renter.name}
        crumbs={[{ label: t("title"), href: `/${environment}/renters` }]}
        badge={renter.attached === null ? <Badge tone="outline">{t("detached")}</Badge> : undefined}
      />
      <div className="grid gap-5">
        {renter.attached === null ? (
          <Alert tone="info">
            {t("detachedText")} <Identifier id={uid} what={t("facts.theUid")} />
          </Alert>
        ) : (
          <RenterFacts uid={uid} attached={renter.attached} />
        )}
        <RenterContracts renter={renter} />
      </div>
    </>
  );
}
