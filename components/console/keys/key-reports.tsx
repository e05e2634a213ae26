"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { RevokeKey } from "#components/console/keys/key-impact.tsx";
import { OwnerLink } from "#components/console/links.tsx";
import { keyReportsQuery } from "#components/keys/queries.ts";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { ErrorState } from "#components/kit/states/error-state.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Card, CardFooter } from "#components/ui/card.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import type { WaitingReport } from "#lib/account/keys/reports.ts";

/** Open reports of compromised keys; nothing if there are none. */
export function KeyReports() {
  const t = useTranslations("keys.reports");
  const { data, error, refetch } = useQuery(keyReportsQuery);
  if (data === undefined) return error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} />;
  const { reports, count } = data;
  if (count === 0) return null;
  return (
    <section aria-labelledby="key-reports" className="mb-8">
      <h2 id="key-reports" className="mb-3 flex items-center gap-2 text-lg font-semibold tracking-tight">
        {t("title")}
        <Badge tone="danger" className="tabular-nums">
          {count}
          <span className="sr-only">{t("waiting", { count })}</span>
        </Badge>
      </h2>
      <ul className="grid items-start gap-4 xl:has-[>:nth-child(2)]:grid-cols-2">
        {reports.map((report) => (
          <li key={report.id} className="min-w-0">
            <ReportCard report={report} />
          </li>
        ))}
      </ul>
      {count > reports.length ? <p className="mt-3 text-muted-foreground">{t("more", { count: count - reports.length })}</p> : null}
    </section>
  );
}

function ReportCard({ report }: { report: WaitingReport }) {
  const t = useTranslations("keys.reports");
  const { keyId, preview, state, partnerId, reportedBy, reportedAt, lastUsedAt, note } = report;
  return (
    <Card className="border-l-4 border-l-danger">
      <div className="grid gap-3 px-4 py-4 sm:px-5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <code className="font-mono font-medium">{preview}…</code>
          <StatusBadge of="key" status={state} />
          <OwnerLink owner={report} isSupport />
        </div>
        <blockquote className="border-l-2 pl-3 [overflow-wrap:anywhere] whitespace-pre-wrap">{note}</blockquote>
        <p className="flex flex-wrap gap-x-4 gap-y-0.5 text-sm text-muted-foreground">
          <span className="[overflow-wrap:anywhere]">
            {t.rich("by", {
              name: reportedBy === null ? t("somebody") : `${reportedBy.name} (${reportedBy.email})`,
              time: () => <TimeStamp at={reportedAt} as="ago" focusable />,
            })}
          </span>
          <span>
            {lastUsedAt === null ? t("neverUsed") : t.rich("lastUsed", { time: () => <TimeStamp at={lastUsedAt} as="ago" focusable /> })}
          </span>
        </p>
      </div>
      <CardFooter className="justify-start">
        <RevokeKey keyId={keyId} preview={preview} />
        <LinkButton variant="outline" size="sm" href={`/support/partners/${partnerId}`} aria-label={t("regenerateWhich", { preview })}>
          {t("regenerate")}
          <ArrowRight aria-hidden />
        </LinkButton>
      </CardFooter>
    </Card>
  );
}
