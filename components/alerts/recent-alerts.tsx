"use client";

import { useTranslations } from "next-intl";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { TitledCard } from "#components/kit/facts/titled-card.tsx";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { Badge } from "#components/ui/badge.tsx";
import type { RecentAlert } from "#lib/developer/alerts/list.ts";

/** The latest alerts of an environment, each with a link to the page of its cause. */
export function RecentAlerts({ recent }: { recent: readonly RecentAlert[] }) {
  const environment = useEnvironment();
  const t = useTranslations("alerts");
  return (
    <TitledCard className="mt-6" title={t("recent")}>
      {recent.length === 0 ? (
        <p className="text-muted-foreground">{t("recentEmpty")}</p>
      ) : (
        <ul className="divide-y">
          {recent.map((alert) => (
            <li key={alert.id} className="grid gap-x-6 gap-y-1 py-2.5 first:pt-0 last:pb-0 sm:grid-cols-[minmax(0,1fr)_auto]">
              <div className="min-w-0">
                <TextLink href={`/${environment}${alert.path}`}>{t(`kinds.${alert.kind}.title`)}</TextLink>
                <p className="[overflow-wrap:anywhere]">{alert.text}</p>
              </div>
              <p className="flex flex-wrap items-center gap-2 text-sm text-muted-foreground sm:justify-end">
                <Sending alert={alert} />
                {alert.endedAt === null ? t("states.present") : <Over at={alert.endedAt} />}
              </p>
            </li>
          ))}
        </ul>
      )}
    </TitledCard>
  );
}

function Over({ at }: { at: Date }) {
  const t = useTranslations("alerts.states");
  return <span>{t.rich("over", { at: () => <TimeStamp at={at} as="ago" /> })}</span>;
}

function Sending({ alert: { sentAt, droppedAt } }: { alert: RecentAlert }) {
  const t = useTranslations("alerts.states");
  if (sentAt !== null) return <Badge tone="success">{t("sent")}</Badge>;
  return droppedAt === null ? <Badge tone="info">{t("waiting")}</Badge> : <Badge tone="neutral">{t("dropped")}</Badge>;
}
