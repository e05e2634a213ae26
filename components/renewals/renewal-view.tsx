"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ContractLink } from "#components/contracts/contract-link.tsx";
import { History } from "#components/contracts/history.tsx";
import { Identifier, KeyValue, KeyValueList } from "#components/kit/facts/facts.tsx";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { renewalHistoryQuery, renewalQuery } from "#components/renewals/queries.ts";
import { RenewalNotice } from "#components/renewals/renewal-notice.tsx";
import { useEnvironment } from "#components/shell/environment.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Card, CardContent } from "#components/ui/card.tsx";
import { contractTitle } from "#lib/delivery/deliveries/subject.ts";
import type { RenewalOverview } from "#lib/insurance/renewals/read.ts";

/** The page of a renewal, which refreshes itself. */
export function RenewalView({ arid, isDeveloper }: { arid: string; isDeveloper: boolean }) {
  const environment = useEnvironment();
  const t = useTranslations("renewals");
  const { data: renewal } = useQuery(renewalQuery(environment, arid));
  if (renewal === undefined) return null;
  return (
    <>
      <PageHeader
        title={contractTitle(renewal.subject, renewal.cid)}
        crumbs={[{ label: t("title"), href: `/${environment}/renewals` }]}
        badge={
          <span aria-live="polite">
            <StatusBadge of="renewal" status={renewal.state} />
          </span>
        }
        description={
          <>
            {t.rich("heading", { day: () => <TimeStamp at={renewal.scheduledFor} as="day" focusable /> })}
            {". "}
            {t.rich(`meanings.${renewal.state}`, { day: () => <TimeStamp at={turningPoint(renewal)} as="day" focusable /> })}
          </>
        }
      />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <RenewalFacts renewal={renewal} />
        <History queryOf={(before) => renewalHistoryQuery(environment, arid, before)} isDeveloper={isDeveloper} />
      </div>
    </>
  );
}

function turningPoint({ appliedAt, rejectedAt, droppedAt, scheduledFor }: RenewalOverview): Date {
  return appliedAt ?? rejectedAt ?? droppedAt ?? scheduledFor;
}

function RenewalFacts({ renewal }: { renewal: RenewalOverview }) {
  const environment = useEnvironment();
  const t = useTranslations("renewals");
  const { cid, nextCid, uid, renter, contractType, rejectedAt } = renewal;
  return (
    <Card>
      <CardContent className="pt-5">
        <KeyValueList className="lg:grid-cols-2">
          <KeyValue name={t("facts.contract")}>
            <ContractLink cid={cid} /> <Badge>{contractType}</Badge>
          </KeyValue>
          {nextCid === null ? null : <KeyValue name={t("facts.next")} value={<ContractLink cid={nextCid} />} />}
          <KeyValue name={t("facts.renter")}>
            <TextLink href={`/${environment}/renters/${encodeURIComponent(uid)}`}>{renter ?? uid}</TextLink>
          </KeyValue>
          <KeyValue name={t("facts.day")} value={<TimeStamp at={renewal.scheduledFor} focusable />} />
          <KeyValue name={t("facts.length")}>{t("months", { count: renewal.durationMonths })}</KeyValue>
          <KeyValue name={t("facts.notice")} value={<RenewalNotice renewal={renewal} as="minute" />} />
          {rejectedAt === null ? null : <KeyValue name={t("facts.rejectedAt")} value={<TimeStamp at={rejectedAt} focusable />} />}
          <KeyValue name={t("facts.extension")} value={<span className="tabular-nums">{renewal.extension}</span>} />
          <KeyValue name={t("facts.origin")}>{t(renewal.defaultApplication ? "facts.byDefault" : "facts.byCall")}</KeyValue>
          <KeyValue name={t("facts.created")} value={<TimeStamp at={renewal.createdAt} focusable />} />
          <KeyValue name={t("facts.updated")} value={<TimeStamp at={renewal.updatedAt} focusable />} />
          <KeyValue name={t("facts.id")} value={<Identifier id={renewal.arid} what={t("facts.theId")} />} />
        </KeyValueList>
      </CardContent>
    </Card>
  );
}
