"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight, Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { ContractClaimLinks } from "#components/contracts/contract-claim-links.tsx";
import { ContractClaims } from "#components/contracts/contract-claims.tsx";
import { ContractFacts } from "#components/contracts/contract-facts.tsx";
import { ContractLink } from "#components/contracts/contract-link.tsx";
import { ContractParties } from "#components/contracts/contract-parties.tsx";
import { ContractProducts } from "#components/contracts/contract-products.tsx";
import { ContractRenewals } from "#components/contracts/contract-renewals.tsx";
import { CoverNow } from "#components/contracts/cover-now.tsx";
import { CoverPeriod } from "#components/contracts/cover-period.tsx";
import { History } from "#components/contracts/history.tsx";
import { contractHistoryQuery, contractQuery } from "#components/contracts/queries.ts";
import { JsonView } from "#components/kit/code/json-view.tsx";
import { Disclosure, Identifier } from "#components/kit/facts/facts.tsx";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";
import { isAmong } from "#lib/account/users/rules/audience.ts";
import { titleOf } from "#lib/delivery/deliveries/subject.ts";
import type { Role } from "#lib/platform/roles.ts";

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
