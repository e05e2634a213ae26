"use client";

import { useQueryClient } from "@tanstack/react-query";
import { BellRing, ListPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { AlertList } from "#components/alerts/alert-list.tsx";
import { NewAlert } from "#components/alerts/edit-alert.tsx";
import { RecentAlerts } from "#components/alerts/recent-alerts.tsx";
import { useAlerts, useAlertViewer } from "#components/alerts/use-alerts.ts";
import { api, trpc } from "#components/kit/api/api.ts";
import { useErrorText } from "#components/kit/api/use-error-text.ts";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { PageHeader } from "#components/shell/page-header.tsx";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
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
