"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { AlertForm } from "#components/alerts/alert-form.tsx";
import type { EditAlertProps } from "#components/alerts/edit-alert.tsx";
import { api, trpc } from "#components/kit/api/api.ts";
import { OneTimeSecret } from "#components/kit/code/one-time-secret.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { Dialog, DialogContent, DialogHeader, DialogTrigger } from "#components/ui/dialog.tsx";
import type { AlertSettingsInput } from "#lib/developer/alerts/schema.ts";

/** The dialog of EditAlert. */
export function AlertSettingsDialog({ trigger, rule, allowedHosts, sendsMail, people }: EditAlertProps) {
  const environment = useEnvironment();
  const t = useTranslations("alerts");
  const queryClient = useQueryClient();
  const [isOpen, setIsOpen] = useState(true);
  const [secret, setSecret] = useState<string>();

  async function save(settings: AlertSettingsInput) {
    const saved =
      rule === undefined
        ? await api.alerts.create.mutate({ environment, settings })
        : await api.alerts.change.mutate({ environment, alertId: rule.id, settings });
    setIsOpen(false);
    setSecret(saved.secret);
    notify("success", t(rule === undefined ? "created" : "saved"));
    await queryClient.invalidateQueries({ queryKey: trpc.alerts.pathKey() });
  }

  return (
    <>
      <Dialog open={isOpen} onOpenChange={setIsOpen}>
        <DialogTrigger asChild>{trigger}</DialogTrigger>
        <DialogContent className="max-w-xl">
          <DialogHeader title={t(rule === undefined ? "form.title" : "editTitle")} description={t("form.description")} />
          <AlertForm rule={rule} allowedHosts={allowedHosts} sendsMail={sendsMail} people={people} onSave={save} />
        </DialogContent>
      </Dialog>
      <OneTimeSecret
        secret={secret}
        what={t("secret.what")}
        title={t("secret.title")}
        description={t("secret.description")}
        onClose={() => setSecret(undefined)}
      />
    </>
  );
}
