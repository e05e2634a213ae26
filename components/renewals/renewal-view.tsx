"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { History } from "#components/contracts/history.tsx";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { renewalHistoryQuery, renewalQuery } from "#components/renewals/queries.ts";
import { RenewalFacts } from "#components/renewals/renewal-facts.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { useEnvironment } from "#components/shell/use-environment.ts";
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
