"use client";

import { useQueryClient } from "@tanstack/react-query";
import { BellRing, ListPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { NewAlert } from "#components/alerts/alert-actions.tsx";
import { AlertList } from "#components/alerts/alert-list.tsx";
import { useAlerts, useAlertViewer } from "#components/alerts/use-alerts.ts";
import { api, trpc } from "#components/kit/api/api.ts";
import { useErrorText } from "#components/kit/api/use-error-text.ts";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { TitledCard } from "#components/kit/facts/titled-card.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { PageHeader } from "#components/shell/page-header.tsx";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import type { RecentAlert } from "#lib/developer/alerts/list.ts";
import { maxAlertRules } from "#lib/developer/alerts/schema-kinds.ts";

/** The alerts of a partner's people in an environment, by e-mail only where the installation sends some. */
export function AlertsView({ allowedHosts, sendsMail }: { allowedHosts: readonly string[]; sendsMail: boolean }) {
  const t = useTranslations("alerts");
  const { data } = useAlerts();
  const { rules = [], people = [], recent = [] } = data ?? {};
  const isFull = rules.length >= maxAlertRules;
  const fresh = <NewAlert allowedHosts={allowedHosts} sendsMail={sendsMail} people={people} />;
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} actions={isFull ? undefined : fresh} />
      {isFull ? (
        <Alert tone="warning" className="mb-4">
          {t("full", { most: maxAlertRules })}
        </Alert>
      ) : null}
      <AlertList
        allowedHosts={allowedHosts}
        sendsMail={sendsMail}
        empty={
          sendsMail ? (
            <EmptyState icon={BellRing} texts={t} action={<UsualAlerts />} />
          ) : (
            <EmptyState icon={BellRing} title={t("emptyTitle")}>
              {t("emptyWithoutMail")}
            </EmptyState>
          )
        }
      />
      {rules.length === 0 ? null : <RecentAlerts recent={recent} />}
    </>
  );
}

function UsualAlerts() {
  const environment = useEnvironment();
  const t = useTranslations("alerts");
  const say = useErrorText();
  const queryClient = useQueryClient();
  const viewer = useAlertViewer();
  const [isDoing, setIsDoing] = useState(false);

  async function add() {
    setIsDoing(true);
    try {
      const { created } = await api.alerts.createUsual.mutate({ environment, ...viewer });
      await queryClient.invalidateQueries({ queryKey: trpc.alerts.pathKey() });
      notify("success", t("usualAdded", { count: created }));
    } catch (error) {
      notify("error", say(error));
      setIsDoing(false);
    }
  }

  return (
    <Button variant="outline" disabled={isDoing} onClick={() => void add()} icon={ListPlus}>
      {t("usual")}
    </Button>
  );
}

/** The latest alerts of an environment, each with a link to the page of its cause. */
function RecentAlerts({ recent }: { recent: readonly RecentAlert[] }) {
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
