"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeftRight, Send } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ClaimLinksCard } from "#components/claims/claim-links.tsx";
import { claimsQuery } from "#components/claims/queries.ts";
import { ContractLink } from "#components/contracts/contract-link.tsx";
import { ContractProducts } from "#components/contracts/contract-products.tsx";
import { CoverNow } from "#components/contracts/cover-now.tsx";
import { CoverPeriod } from "#components/contracts/cover-period.tsx";
import { History } from "#components/contracts/history.tsx";
import { contractHistoryQuery, contractLinksQuery, contractQuery } from "#components/contracts/queries.ts";
import { api } from "#components/kit/api/api.ts";
import { JsonView } from "#components/kit/code/json-view.tsx";
import { Disclosure, Identifier, KeyValue, KeyValueList } from "#components/kit/facts/facts.tsx";
import { Money } from "#components/kit/facts/figures.tsx";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { ErrorState } from "#components/kit/states/error-state.tsx";
import { useEnvironment } from "#components/shell/environment.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card, CardContent, CardHeader, CardTitle } from "#components/ui/card.tsx";
import { Link } from "#components/ui/link.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { isAmong } from "#lib/account/users/rules/authority.ts";
import { titleOf } from "#lib/delivery/deliveries/subject.ts";
import { mayManageLinks } from "#lib/insurance/claim-links/rules/may-manage-links.ts";
import type { ContractDetail } from "#lib/insurance/contracts/read.ts";
import type { WireContract } from "#lib/insurance/contracts/schema.ts";
import type { Role } from "#lib/platform/roles.ts";

interface Place {
  address?: string | undefined;
  zipcode?: string | undefined;
  city?: string | undefined;
  country?: string | undefined;
}

/** The page of a contract, which refreshes itself. Owners get links to its calls and deliveries. */
export function ContractView({ cid, role }: { cid: string; role: Role }) {
  const environment = useEnvironment();
  const isDeveloper = isAmong("developer", role);
  const t = useTranslations("contracts");
  const { data: contract } = useQuery(contractQuery(environment, cid));
  if (contract === undefined) return null;
  const nextCid = contract.renewals.find((renewal) => renewal.nextCid !== null)?.nextCid ?? null;
  return (
    <>
      <PageHeader
        title={titleOf([contract.subject.product, contract.subject.marking]) ?? cid}
        description={
          <span className="inline-flex flex-wrap items-center gap-x-3">
            {contract.subject.customer}
            <CoverPeriod from={contract.startDate} until={contract.endDate} focusable />
            <Identifier id={cid} what={t("facts.theCid")} />
          </span>
        }
        crumbs={[{ label: t("title"), href: `/${environment}/contracts` }]}
        badge={
          <span className="flex items-center gap-2" aria-live="polite">
            <StatusBadge of="contract" status={contract.status} />
            {contract.test && environment === "production" ? <Badge tone="outline">{t("test")}</Badge> : null}
          </span>
        }
        actions={isDeveloper ? <Traffic cid={cid} /> : undefined}
      />
      <div className="grid gap-5">
        <CoverNow
          cover={contract.coverNow}
          isTest={contract.test && environment === "production"}
          endReason={contract.endReason}
          next={nextCid === null ? null : <ContractLink cid={nextCid} />}
        />
        {contract.terminationPlanned ? (
          <Alert tone="warning" title={t.rich("planned", { day: () => <TimeStamp at={contract.endDate} focusable /> })}>
            {contract.endReason === null ? undefined : t("plannedReason", { reason: contract.endReason })}
          </Alert>
        ) : null}
        <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="grid min-w-0 gap-5">
            <ContractFacts contract={contract} />
            <ContractProducts products={contract.products} />
            <ContractParties contract={contract.wire} />
          </div>
          <div className="grid min-w-0 gap-5">
            <ContractRenewals contract={contract} />
            <ContractClaims cid={cid} />
            <ContractClaimLinks cid={cid} wasInForce={contract.status !== "cancel"} role={role} />
            <History queryOf={(before) => contractHistoryQuery(environment, cid, before)} isDeveloper={isDeveloper} />
          </div>
        </div>
        {isDeveloper ? (
          <Disclosure title={t("json")}>
            <JsonView text={JSON.stringify(contract.wire)} what={`GET /v2/contracts/${cid}`} />
          </Disclosure>
        ) : null}
      </div>
    </>
  );
}

function Traffic({ cid }: { cid: string }) {
  const environment = useEnvironment();
  const t = useTranslations("contracts");
  return (
    <>
      <Button asChild variant="outline">
        <Link href={`/${environment}/calls?search=${cid}`}>
          <ArrowLeftRight aria-hidden />
          {t("calls")}
        </Link>
      </Button>
      <Button asChild variant="outline">
        <Link href={`/${environment}/deliveries?search=${cid}`}>
          <Send aria-hidden />
          {t("deliveries")}
        </Link>
      </Button>
    </>
  );
}

/** The links by which the insured declares a loss on a contract. `wasInForce` is false for a contract that never covered anything. */
function ContractClaimLinks({ cid, wasInForce, role }: { cid: string; wasInForce: boolean; role: Role }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const t = useTranslations("claims.links");
  const { data: links = [] } = useQuery(contractLinksQuery(environment, cid));
  const mayManage = mayManageLinks(role, environment);
  return (
    <ClaimLinksCard
      of="contract"
      links={links.map(({ draftId, ...link }) => ({
        ...link,
        ...(draftId !== null && { claimHref: `/${environment}/claims/${draftId}` }),
      }))}
      canMake={wasInForce}
      hint={mayManage ? undefined : t("ownersOnly")}
      actions={
        mayManage
          ? {
              make: (language) => api.contracts.createLink.mutate({ environment, cid, language }),
              revoke: (linkId) => api.contracts.revokeLink.mutate({ environment, cid, linkId }),
              reload: () => client.invalidateQueries({ queryKey: contractLinksQuery(environment, cid).queryKey }),
            }
          : undefined
      }
    />
  );
}

function ContractClaims({ cid }: { cid: string }) {
  const environment = useEnvironment();
  const t = useTranslations("claims");
  const { data, error, refetch } = useQuery(claimsQuery(environment, { search: cid }));
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("onContract.title")}</CardTitle>
      </CardHeader>
      <CardContent>
        {data === undefined ? (
          error === null ? (
            <Skeleton className="h-6 w-full" />
          ) : (
            <ErrorState error={error} onRetry={() => void refetch()} />
          )
        ) : null}
        {data?.rows.length === 0 ? <p className="text-muted-foreground">{t("onContract.none")}</p> : null}
        <ul className="grid gap-3">
          {data?.rows.map(({ id, claimId, status, subtype }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <StatusBadge of="claim" status={status} />
              <TextLink href={`/${environment}/claims/${id}`} className="font-mono">
                {claimId ?? id}
              </TextLink>
              <span className="text-muted-foreground">{t(`subtypes.${subtype}`)}</span>
            </li>
          ))}
        </ul>
      </CardContent>
    </Card>
  );
}

/** The renewals of a contract, latest first, with the contracts they created. */
function ContractRenewals({ contract }: { contract: ContractDetail }) {
  const environment = useEnvironment();
  const t = useTranslations("contracts.renewals");
  const { renewals, contractType } = contract;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
      </CardHeader>
      <CardContent>
        {renewals.length === 0 ? <p className="text-muted-foreground">{t(contractType === "LCD" ? "never" : "none")}</p> : null}
        <ul className="grid gap-3">
          {renewals.map((renewal) => (
            <li key={renewal.arid} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <StatusBadge of="renewal" status={renewal.state} />
              <TextLink href={`/${environment}/renewals/${renewal.arid}`}>
                {t.rich("on", { day: () => <TimeStamp at={renewal.scheduledFor} as="day" /> })}
              </TextLink>
              <span className="text-muted-foreground">{t("months", { count: renewal.durationMonths })}</span>
              {renewal.nextCid === null ? null : (
                <span className="w-full text-sm">
                  {t.rich("next", {
                    cid: renewal.nextCid,
                    link: (chunks: ReactNode) => (
                      <TextLink href={`/${environment}/contracts/${renewal.nextCid}`} className="font-mono">
                        {chunks}
                      </TextLink>
                    ),
                  })}
                </span>
              )}
            </li>
          ))}
        </ul>
      </CardContent>
    </Card>
  );
}

/** A contract's facts, with links to its renter and to the contract that it continues. */
function ContractFacts({ contract }: { contract: ContractDetail }) {
  const environment = useEnvironment();
  const t = useTranslations("contracts");
  const { uid, renter, contractType, status, endedAt, endReason, origin, wire } = contract;
  const isCancelled = status === "cancel";
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("facts.title")}</CardTitle>
      </CardHeader>
      <CardContent>
        <KeyValueList isPaired className="gap-x-4 [&>:last-child]:col-span-full">
          <KeyValue name={t("facts.premium")}>
            <span className="text-xl font-semibold">
              <Money euros={wire.price} />
            </span>
            <div className="text-sm text-muted-foreground">{t("facts.premiumNote")}</div>
          </KeyValue>
          <KeyValue name={t("facts.type")}>
            {contractType}
            <div className="text-sm text-muted-foreground">{t(`types.${contractType}`)}</div>
          </KeyValue>
          <KeyValue name={t("facts.renter")}>
            <TextLink href={`/${environment}/renters/${encodeURIComponent(uid)}`}>{renter ?? uid}</TextLink>
            {renter === null ? null : <div className="font-mono text-sm text-muted-foreground">{uid}</div>}
          </KeyValue>
          <KeyValue name={t(isCancelled ? "facts.plannedStart" : "facts.start")}>
            <TimeStamp at={contract.startDate} focusable />
          </KeyValue>
          <KeyValue name={t(isCancelled ? "facts.plannedEnd" : "facts.end")}>
            <TimeStamp at={contract.endDate} focusable />
          </KeyValue>
          {endedAt === null ? null : (
            <KeyValue name={t(isCancelled ? "facts.cancelledAt" : "facts.endedAt")}>
              <TimeStamp at={endedAt} focusable />
            </KeyValue>
          )}
          {endReason === null || contract.terminationPlanned ? null : <KeyValue name={t("facts.endReason")}>{endReason}</KeyValue>}
          {origin === null ? null : (
            <KeyValue name={t("facts.origin")}>
              <ContractLink cid={origin.cid} />
            </KeyValue>
          )}
          <KeyValue name={t("facts.created")}>
            <TimeStamp at={contract.createdAt} focusable />
          </KeyValue>
          <KeyValue name={t("facts.updated")}>
            <TimeStamp at={contract.updatedAt} focusable />
          </KeyValue>
          <KeyValue name={t("facts.options")} wide>
            <ul className="mt-1 flex flex-wrap gap-1.5">
              {wire.options.map((option) => (
                <li key={option}>
                  <Badge title={option}>{t(`options.${option}`)}</Badge>
                </li>
              ))}
            </ul>
          </KeyValue>
        </KeyValueList>
      </CardContent>
    </Card>
  );
}

/** The insured company or person, or a note that there is neither. */
function ContractParties({ contract: { company, individual } }: { contract: WireContract }) {
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
