"use client";

import { useQuery } from "@tanstack/react-query";
import { FileCheck } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useContractColumns } from "#components/contracts/contract-columns.tsx";
import { contractsQuery } from "#components/contracts/queries.ts";
import type { ContractRowData } from "#components/contracts/queries.ts";
import { Identifier, KeyValue, KeyValueList } from "#components/kit/facts/facts.tsx";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { DataTable } from "#components/kit/list/data-table.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { useProductNames } from "#components/products/use-product-names.ts";
import { latestContracts, renterQuery } from "#components/renters/queries.ts";
import { useEnvironment } from "#components/shell/environment.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { TitledCard } from "#components/ui/card.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { Link } from "#components/ui/link.tsx";
import { statusNames } from "#lib/insurance/contracts/list-filters.ts";
import { spellCity } from "#lib/insurance/geo/rules/spell-city.ts";
import type { RenterDetail } from "#lib/insurance/renters/read.ts";
import type { Environment } from "#lib/platform/environments.ts";

const idOf = ({ cid }: ContractRowData) => cid;

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

/** A renter's contracts: their number by status, linked to the list, and the latest ones. */
function RenterContracts({ renter }: { renter: RenterDetail }) {
  const environment = useEnvironment();
  const t = useTranslations("renters.contracts");
  const query = useQuery(contractsQuery(environment, latestContracts(renter.uid)));
  const columns = useContractColumns({ hasRenter: false });
  const hasContracts = Object.keys(renter.contracts).length > 0;
  return (
    <section aria-labelledby="contracts" className="min-w-0">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="contracts" className="text-lg font-semibold tracking-tight">
          {t("title")}
        </h2>
        {hasContracts ? (
          <LinkButton variant="outline" size="sm" href={listOf(environment, renter.uid)}>
            {t("all")}
          </LinkButton>
        ) : null}
      </div>
      {hasContracts ? <Counts renter={renter} /> : null}
      <DataTable
        label={t("latest")}
        columns={columns}
        rows={query.data?.rows}
        query={query}
        idOf={idOf}
        hrefOf={({ cid }) => `/${environment}/contracts/${cid}`}
        empty={
          <EmptyState
            icon={FileCheck}
            texts={t}
            action={
              <LinkButton variant="outline" href="/docs/first-contract">
                {t("emptyAction")}
              </LinkButton>
            }
          />
        }
      />
    </section>
  );
}

function Counts({ renter }: { renter: RenterDetail }) {
  const environment = useEnvironment();
  const t = useTranslations("renters.contracts");
  const format = useFormatter();
  const { uid, contracts, countedNewest } = renter;
  return (
    <div className="mb-3">
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-3">
        {statusNames.map((status) => (
          <li key={status}>
            <Link
              href={listOf(environment, uid, status)}
              className="grid gap-1 rounded-lg border bg-card px-4 py-3 shadow-xs hover:bg-accent/60"
            >
              <span>
                <StatusBadge of="contract" status={status} />
              </span>
              <span className="text-xl font-semibold tabular-nums">{format.number(contracts[status] ?? 0)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {countedNewest === null ? null : <p className="mt-2 text-sm text-muted-foreground">{t("newest", { count: countedNewest })}</p>}
    </div>
  );
}

function listOf(environment: Environment, uid: string, status?: string): string {
  return `/${environment}/contracts?${new URLSearchParams({ renter: uid, ...(status !== undefined && { status }) })}`;
}

function RenterFacts({ uid, attached }: { uid: string; attached: NonNullable<RenterDetail["attached"]> }) {
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
