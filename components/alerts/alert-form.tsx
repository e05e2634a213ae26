"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { Controller } from "react-hook-form";
import type { UseFormReturn } from "react-hook-form";
import { useAlertViewer } from "#components/alerts/use-alerts.ts";
import { CheckboxChoices } from "#components/kit/form/checkbox-choices.tsx";
import { ExplainedChoices } from "#components/kit/form/explained-choices.tsx";
import { Field } from "#components/kit/form/field.tsx";
import { FormDialogFooter, FormError, useSubmit, useZodForm } from "#components/kit/form/form.tsx";
import { SwitchField } from "#components/kit/form/switch-field.tsx";
import { UrlInput } from "#components/kit/form/url-input.tsx";
import { Input } from "#components/ui/input.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { useSettingsError, useUrlHint } from "#components/webhooks/use-settings-error.ts";
import { alertChannels } from "#db/schema/enums.ts";
import { checkCallbackUrl } from "#lib/delivery/webhooks/rules/callback-url.ts";
import type { AlertRow, Person } from "#lib/developer/alerts/list.ts";
import { alertKindNames, alertKinds, thresholdOf } from "#lib/developer/alerts/schema-kinds.ts";
import type { AlertKind } from "#lib/developer/alerts/schema-kinds.ts";
import { alertSettings } from "#lib/developer/alerts/schema.ts";
import type { AlertSettings, AlertSettingsInput } from "#lib/developer/alerts/schema.ts";
import { languages } from "#lib/platform/i18n/locales.ts";

const usualQuietHours = { from: "20:00", until: "08:00" };
type AlertFormState = UseFormReturn<AlertSettingsInput, unknown, AlertSettings>;

/** The settings of an alert, validated by the verb's rules with this installation's `allowedHosts`. */
export function AlertForm({
  rule,
  allowedHosts,
  sendsMail,
  people,
  onSave,
}: {
  rule: AlertRow | undefined;
  allowedHosts: readonly string[];
  sendsMail: boolean;
  people: readonly Person[];
  onSave: (settings: AlertSettingsInput) => Promise<void>;
}) {
  const t = useTranslations("alerts");
  const viewer = useAlertViewer();
  const schema = useMemo(() => alertSettings((text) => checkCallbackUrl(text, { allowedHosts })), [allowedHosts]);
  const channels = channelsFor(rule, sendsMail);
  const form: AlertFormState = useZodForm(schema, {
    kind: rule?.kind ?? "errorRate",
    threshold: rule?.threshold ?? alertKinds.errorRate.threshold.usual,
    channel: rule?.channel ?? channels[0] ?? "chat",
    recipients: rule?.recipients ?? [],
    url: "",
    language: rule?.language ?? viewer.language,
    timeZone: rule?.timeZone ?? viewer.timeZone,
    quietHours: rule?.quietHours ?? null,
  });
  const { onSubmit, error, isBusy } = useSubmit(form, async (settings) => {
    // Without a URL the stored one stays, where there is one for the channel.
    if (settings.channel !== "mail" && settings.url === null && rule?.channel !== settings.channel) {
      form.setError("url", { message: "urlNeeded" }, { shouldFocus: true });
      return;
    }
    await onSave({ ...settings, url: settings.url ?? "" });
  });
  const { errors } = form.formState;
  const [kind, channel, timeZone] = form.watch(["kind", "channel", "timeZone"]);
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
        <UrlField form={form} channel={channel} kept={rule?.channel === channel ? rule.url : null} allowedHosts={allowedHosts} />
      )}
      <QuietHours form={form} timeZone={timeZone} />
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

/** An installation without e-mail offers it only where it was chosen before. */
function channelsFor(rule: AlertRow | undefined, sendsMail: boolean) {
  return alertChannels.filter((channel) => sendsMail || channel !== "mail" || rule?.channel === "mail");
}

function KindFields({ form, kind }: { form: AlertFormState; kind: AlertKind }) {
  const t = useTranslations("alerts");
  const { errors } = form.formState;
  const limits = thresholdOf(kind);
  return (
    <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_min(10rem,40%)]">
      <Field label={t("form.kind")} hint={t(`kinds.${kind}.hint`)} error={errors.kind?.message}>
        {(control) => (
          <NativeSelect
            {...control}
            {...form.register("kind", {
              onChange: ({ target }: { target: HTMLSelectElement }) => {
                const chosen = alertKindNames.find((name) => name === target.value);
                if (chosen !== undefined) form.setValue("threshold", thresholdOf(chosen)?.usual ?? null, { shouldValidate: true });
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
      {limits === null ? null : (
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
      )}
    </div>
  );
}

function readNumber(typed: unknown): number | null {
  return typed === null || typed === "" || !Number.isFinite(Number(typed)) ? null : Number(typed);
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

function UrlField({
  form,
  channel,
  kept,
  allowedHosts,
}: {
  form: AlertFormState;
  channel: "chat" | "webhook";
  kept: string | null;
  allowedHosts: readonly string[];
}) {
  const t = useTranslations("alerts");
  const settingsError = useSettingsError();
  const hint = useUrlHint(allowedHosts);
  const code = form.formState.errors.url?.message;
  const error = code === "urlNeeded" ? t("faults.urlNeeded") : settingsError(code, form.watch("url") ?? "");
  return (
    <Field
      label={t(channel === "chat" ? "form.chatUrl" : "form.webhookUrl")}
      hint={kept === null ? `${hint} ${t("form.urlStored")}` : t("form.urlKept", { url: kept })}
      error={error}
    >
      {(control) => (
        <UrlInput
          {...control}
          {...form.register("url")}
          placeholder={channel === "chat" ? "https://hooks.slack.com/services/…" : "https://hooks.example.com/alerts"}
        />
      )}
    </Field>
  );
}

function QuietHours({ form, timeZone }: { form: AlertFormState; timeZone: string }) {
  const t = useTranslations("alerts");
  const { errors } = form.formState;
  const isQuiet = form.watch("quietHours") !== null;
  const faults = errors.quietHours;
  const error = faults === undefined ? undefined : faults.message === "quietEmpty" ? t("faults.quietEmpty") : t("faults.timeInvalid");
  return (
    <div className="grid gap-3">
      <SwitchField
        label={t("form.quiet")}
        hint={t("form.quietHint", { timeZone })}
        checked={isQuiet}
        onCheckedChange={(checked) =>
          form.setValue("quietHours", checked ? usualQuietHours : null, { shouldDirty: true, shouldValidate: true })
        }
      />
      {isQuiet ? (
        <div className="grid max-w-72 grid-cols-2 gap-4 pl-11">
          <Field label={t("form.from")} error={error}>
            {(control) => <Input {...control} {...form.register("quietHours.from")} type="time" required />}
          </Field>
          <Field label={t("form.until")}>
            {(control) => <Input {...control} {...form.register("quietHours.until")} type="time" required />}
          </Field>
        </div>
      ) : null}
    </div>
  );
}
