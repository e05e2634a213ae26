"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import type { ReactNode } from "react";
import { Controller } from "react-hook-form";
import type { UseFormReturn } from "react-hook-form";
import { api, trpc } from "#components/kit/api/api.ts";
import { OneTimeSecret } from "#components/kit/code/one-time-secret.tsx";
import { CheckboxChoices } from "#components/kit/form/checkbox-choices.tsx";
import { ExplainedChoices } from "#components/kit/form/explained-choices.tsx";
import { Field, UrlInput } from "#components/kit/form/field.tsx";
import { FormDialogFooter, FormError, useSubmit, useZodForm } from "#components/kit/form/form.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { useEnvironment } from "#components/shell/environment.tsx";
import { Dialog, DialogContent, DialogHeader, DialogTrigger } from "#components/ui/dialog.tsx";
import { Input } from "#components/ui/input.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { useSettingsError, useUrlHint } from "#components/webhooks/use-settings-error.ts";
import { checkCallbackUrl } from "#lib/delivery/webhooks/rules/callback-url.ts";
import type { Person } from "#lib/developer/alerts/find.ts";
import type { AlertRow } from "#lib/developer/alerts/list.ts";
import { fewestCalls } from "#lib/developer/alerts/rules/error-rate.ts";
import { alertChannels, alertKindNames, alertKinds } from "#lib/developer/alerts/schema-kinds.ts";
import type { AlertKind } from "#lib/developer/alerts/schema-kinds.ts";
import { alertSettings } from "#lib/developer/alerts/schema.ts";
import type { AlertSettings, AlertSettingsInput } from "#lib/developer/alerts/schema.ts";
import { languages } from "#lib/platform/i18n/locales.ts";
import type { Reader } from "#lib/platform/i18n/locales.ts";

type AlertFormState = UseFormReturn<AlertSettingsInput, unknown, AlertSettings>;

export interface EditAlertProps {
  trigger: ReactNode;
  /** The alert to edit; absent for a new one. */
  rule?: AlertRow;
  allowedHosts: readonly string[];
  /** True if the installation sends e-mail. */
  sendsMail: boolean;
  people: readonly Person[];
  /** Whom a new alert is written for, in whose time zone. */
  reader: Reader;
}

/** The dialog of EditAlert in alerts-view.tsx. */
export function AlertSettingsDialog({ trigger, ...props }: EditAlertProps) {
  const { rule } = props;
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
          <AlertForm {...props} onSave={save} />
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

/** The settings of an alert, validated by the verb's rules with this installation's `allowedHosts`. */
function AlertForm({
  rule,
  allowedHosts,
  sendsMail,
  people,
  reader,
  onSave,
}: Omit<EditAlertProps, "trigger"> & { onSave: (settings: AlertSettingsInput) => Promise<void> }) {
  const t = useTranslations("alerts");
  const schema = useMemo(() => alertSettings((text) => checkCallbackUrl(text, { allowedHosts })), [allowedHosts]);
  // An installation without e-mail offers it only where it was chosen before.
  const channels = alertChannels.filter((channel) => sendsMail || channel !== "mail" || rule?.channel === "mail");
  const form: AlertFormState = useZodForm(schema, {
    kind: rule?.kind ?? "errorRate",
    threshold: rule?.threshold ?? alertKinds.errorRate.threshold.usual,
    channel: rule?.channel ?? channels[0] ?? "webhook",
    recipients: rule?.recipients ?? [],
    url: "",
    language: rule?.language ?? reader.language,
    timeZone: rule?.timeZone ?? reader.timeZone,
  });
  const { onSubmit, error, isBusy } = useSubmit(form, async (settings) => {
    // Without a URL the stored one stays, if there is one.
    if (settings.channel !== "mail" && settings.url === null && typeof rule?.url !== "string") {
      form.setError("url", { message: "urlNeeded" }, { shouldFocus: true });
      return;
    }
    await onSave({ ...settings, url: settings.url ?? "" });
  });
  const { errors } = form.formState;
  const [kind, channel] = form.watch(["kind", "channel"]);
  return (
    <form noValidate method="post" className="grid gap-5" onSubmit={onSubmit}>
      <FormError error={error} />
      <KindFields form={form} kind={kind} />
      <Controller
        control={form.control}
        name="channel"
        render={({ field }) => (
          <div className="grid gap-2">
            <p id="alert-channel" className="font-medium">
              {t("form.channel")}
            </p>
            <ExplainedChoices
              aria-labelledby="alert-channel"
              choices={channels}
              value={field.value}
              onChange={field.onChange}
              explain={(choice) => ({ title: t(`channels.${choice}.title`), text: t(`channels.${choice}.text`) })}
            />
          </div>
        )}
      />
      {channel === "mail" ? (
        <Recipients form={form} kind={kind} people={people} />
      ) : (
        <UrlField form={form} kept={rule?.url ?? null} allowedHosts={allowedHosts} />
      )}
      <Field label={t("form.language")} error={errors.language?.message}>
        {(control) => (
          <NativeSelect {...control} {...form.register("language")}>
            {languages.map((language) => (
              <option key={language} value={language} lang={language}>
                {t(`form.languages.${language}`)}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      <FormDialogFooter confirm={t(rule === undefined ? "form.create" : "form.save")} isBusy={isBusy} />
    </form>
  );
}

function KindFields({ form, kind }: { form: AlertFormState; kind: AlertKind }) {
  const t = useTranslations("alerts");
  const { errors } = form.formState;
  const limits = alertKinds[kind].threshold;
  return (
    <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_min(10rem,40%)]">
      <Field label={t("form.kind")} hint={t(`kinds.${kind}.hint`, { fewest: fewestCalls })} error={errors.kind?.message}>
        {(control) => (
          <NativeSelect
            {...control}
            {...form.register("kind", {
              onChange: ({ target }: { target: HTMLSelectElement }) => {
                const chosen = alertKindNames.find((name) => name === target.value);
                if (chosen !== undefined) form.setValue("threshold", alertKinds[chosen].threshold.usual, { shouldValidate: true });
              },
            })}
          >
            {alertKindNames.map((name) => (
              <option key={name} value={name}>
                {t(`kinds.${name}.choice`)}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      <Field
        label={t(`kinds.${kind}.threshold`)}
        error={errors.threshold === undefined ? undefined : t("faults.thresholdInvalid", { least: limits.least, most: limits.most })}
      >
        {(control) => (
          <div className="flex items-center gap-2">
            <Input
              {...control}
              {...form.register("threshold", { setValueAs: readNumber })}
              type="number"
              inputMode="numeric"
              min={limits.least}
              max={limits.most}
              className="w-20 tabular-nums"
            />
            <span className="text-muted-foreground">{t(`units.${limits.unit}`)}</span>
          </div>
        )}
      </Field>
    </div>
  );
}

function readNumber(typed: unknown): number {
  return typed === "" ? Number.NaN : Number(typed);
}

function Recipients({ form, kind, people }: { form: AlertFormState; kind: AlertKind; people: readonly Person[] }) {
  const t = useTranslations("alerts");
  const isForMembers = alertKinds[kind].isForMembers;
  const choices = people
    .filter(({ isDeveloper }) => isDeveloper || isForMembers)
    .map(({ id, name, email }) => ({ value: id, label: name, hint: email }));
  const error = form.formState.errors.recipients?.message;
  return (
    <div className="grid gap-2">
      <Controller
        control={form.control}
        name="recipients"
        render={({ field }) => (
          <CheckboxChoices
            ref={field.ref}
            error={error === undefined ? undefined : t("faults.noRecipients")}
            legend={t("form.recipients")}
            choices={choices}
            // Drops recipients who may not receive this kind.
            value={field.value.filter((id) => choices.some(({ value }) => value === id))}
            onChange={field.onChange}
          />
        )}
      />
      {isForMembers ? null : <p className="text-sm text-muted-foreground">{t("form.onlyDevelopers")}</p>}
    </div>
  );
}

function UrlField({ form, kept, allowedHosts }: { form: AlertFormState; kept: string | null; allowedHosts: readonly string[] }) {
  const t = useTranslations("alerts");
  const settingsError = useSettingsError();
  const hint = useUrlHint(allowedHosts);
  const code = form.formState.errors.url?.message;
  const error = code === "urlNeeded" ? t("faults.urlNeeded") : settingsError(code, form.watch("url") ?? "");
  return (
    <Field label={t("form.url")} hint={kept === null ? `${hint} ${t("form.urlStored")}` : t("form.urlKept", { url: kept })} error={error}>
      {(control) => <UrlInput {...control} {...form.register("url")} placeholder="https://hooks.example.com/alerts" />}
    </Field>
  );
}
