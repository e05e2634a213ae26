"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Pause, Pencil, Play, Plus, Send, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { EditAlertProps } from "#components/alerts/alert-form.tsx";
import { useErrorSentence } from "#components/alerts/use-alerts.ts";
import { api, trpc } from "#components/kit/api/api.ts";
import { useErrorText } from "#components/kit/api/use-error-text.ts";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { onDemand } from "#components/kit/form/on-demand.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { Button } from "#components/ui/button.tsx";
import type { AlertRow } from "#lib/developer/alerts/list.ts";

/** Creates an alert, or changes `rule`, in a dialog that is loaded on first use. */
const EditAlert = onDemand<EditAlertProps>(
  () => import("#components/alerts/alert-form.tsx").then((module) => module.AlertSettingsDialog),
  "dialog",
);

type Surroundings = Pick<EditAlertProps, "allowedHosts" | "sendsMail" | "people">;

export function NewAlert(props: Surroundings) {
  const t = useTranslations("alerts");
  return <EditAlert {...props} trigger={<Button icon={Plus}>{t("create")}</Button>} />;
}

/** Tests, edits, disables and deletes an alert. */
export function AlertActions({ rule, ...surroundings }: Surroundings & { rule: AlertRow }) {
  const environment = useEnvironment();
  const t = useTranslations("alerts");
  const say = useErrorText();
  const sayError = useErrorSentence();
  const queryClient = useQueryClient();
  const [isDoing, setIsDoing] = useState(false);
  const { id, kind, enabled } = rule;
  const title = t(`kinds.${kind}.title`);
  const refresh = () => queryClient.invalidateQueries({ queryKey: trpc.alerts.pathKey() });

  async function run(work: () => Promise<void>) {
    setIsDoing(true);
    try {
      await work();
      await refresh();
    } catch (error) {
      notify("error", say(error));
    }
    setIsDoing(false);
  }
  const test = () =>
    run(async () => {
      const outcome = await api.alerts.sendTest.mutate({ environment, alertId: id });
      if (outcome.isSent) notify("success", t("testSent"));
      else notify("error", t("testFailed", { error: sayError(outcome.failure) }));
    });
  const turn = () =>
    run(async () => {
      await api.alerts.setEnabled.mutate({ environment, alertId: id, enabled: !enabled });
      notify("success", t(enabled ? "nowOff" : "nowOn"));
    });
  async function remove() {
    await api.alerts.remove.mutate({ environment, alertId: id });
    notify("success", t("removed"));
    await refresh();
  }

  const Turn = enabled ? Pause : Play;
  const turnLabel = t(enabled ? "turnOff" : "turnOn");
  return (
    <fieldset aria-label={t("more", { title })} className="flex flex-wrap items-center sm:flex-nowrap gap-1.5 max-sm:mt-2 sm:justify-end">
      <Button variant="outline" size="sm" disabled={isDoing} onClick={() => void test()} icon={Send}>
        {t("test")}
      </Button>
      <EditAlert
        {...surroundings}
        rule={rule}
        trigger={
          <Button variant="outline" size="icon" aria-label={t("edit")} title={t("edit")}>
            <Pencil aria-hidden />
          </Button>
        }
      />
      <Button variant="outline" size="icon" disabled={isDoing} aria-label={turnLabel} title={turnLabel} onClick={() => void turn()}>
        <Turn aria-hidden />
      </Button>
      <ConfirmDialog
        trigger={
          <Button variant="outline" size="icon" aria-label={t("remove")} title={t("remove")}>
            <Trash2 aria-hidden />
          </Button>
        }
        title={t("removeTitle")}
        description={t("removeText")}
        confirm={t("remove")}
        isDestructive
        onConfirm={remove}
      />
    </fieldset>
  );
}
