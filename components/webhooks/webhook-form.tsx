"use client";

import { useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useEffect, useMemo, useState } from "react";
import { Controller } from "react-hook-form";
import type { UseFormReturn } from "react-hook-form";
import { api, trpc } from "#components/kit/api/api.ts";
import { OneTimeSecret } from "#components/kit/code/one-time-secret.tsx";
import { useHydrated } from "#components/kit/form/before-hydration.ts";
import { Field, SwitchField, UrlInput } from "#components/kit/form/field.tsx";
import { FormError, useSubmit, useZodForm } from "#components/kit/form/form.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { useEnvironment } from "#components/shell/environment.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card, CardContent, CardFooter } from "#components/ui/card.tsx";
import { Input } from "#components/ui/input.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { EventKindsField } from "#components/webhooks/event-kinds-field.tsx";
import { MissedField } from "#components/webhooks/missed-field.tsx";
import { useSettingsError, useUrlHint } from "#components/webhooks/use-settings-error.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import { checkCallbackUrl } from "#lib/delivery/webhooks/rules/callback-url.ts";
import { webhookSettings } from "#lib/delivery/webhooks/schema.ts";
import type { MissedChoice, WebhookSettings, WebhookSettingsInput } from "#lib/delivery/webhooks/schema.ts";

/** Milliseconds from the last keystroke to the check of a callback URL. */
const typingPauseMs = 500;

type SettingsForm = UseFormReturn<WebhookSettingsInput, unknown, WebhookSettings>;

interface WebhookFormProps {
  allowedHosts: readonly string[];
  webhook?: WebhookSettings & { id: string };
}

const nothing: WebhookSettings = { name: "", url: "", enabled: true, eventTypes: [] };

/** Creates a webhook, or changes `webhook`. It validates by the verb's rules, with this installation's `allowedHosts`. */
export function WebhookForm(props: WebhookFormProps) {
  const { allowedHosts, webhook } = props;
  const t = useTranslations("webhooks");
  const error = useSettingsError();
  const { form, onSubmit, error: failure, isBusy, missed, setMissed, signed, setSigned, created, list, leaveFor } = useWebhookForm(props);
  const isHydrated = useHydrated();
  const { errors, isDirty } = form.formState;
  const isEnabling = webhook?.enabled === false && form.watch("enabled") === true;
  return (
    <Card>
      <form noValidate method="post" data-dirty={isDirty} onSubmit={onSubmit}>
        <CardContent className="grid gap-6 pt-5">
          <FormError error={failure} />
          <Field label={t("form.name")} hint={t("form.nameHint")} error={error(errors.name?.message)}>
            {(control) => (
              <Input
                {...control}
                {...form.register("name")}
                defaultValue={webhook?.name}
                disabled={!isHydrated}
                autoComplete="off"
                placeholder={t("form.namePlaceholder")}
              />
            )}
          </Field>
          <UrlField form={form} allowedHosts={allowedHosts} offersToken={webhook !== undefined || !signed} />
          {webhook === undefined ? (
            <SwitchField
              label={t("form.signed")}
              hint={t(signed ? "form.signedHint" : "form.unsignedHint")}
              checked={signed}
              onCheckedChange={setSigned}
            />
          ) : null}
          <EnabledField form={form} />
          {isEnabling ? <MissedField webhookId={webhook.id} value={missed} onChange={setMissed} /> : null}
          <EventTypesField form={form} />
        </CardContent>
        <CardFooter>
          <LinkButton variant="outline" href={webhook === undefined ? list : `${list}/${webhook.id}`}>
            {t("form.cancel")}
          </LinkButton>
          <Button type="submit" disabled={isBusy}>
            {t(webhook === undefined ? "form.create" : "form.save")}
          </Button>
        </CardFooter>
      </form>
      <OneTimeSecret
        secret={created?.secret}
        what={t("signing.what")}
        title={t("secret.title")}
        description={t("secret.description", { name: created?.name ?? "" })}
        onClose={() => created && leaveFor(created.id)}
      />
    </Card>
  );
}

/** The settings of the form, and the request that creates or changes the webhook; a signed one is `created` with its secret. */
function useWebhookForm({ allowedHosts, webhook }: WebhookFormProps) {
  const environment = useEnvironment();
  const t = useTranslations("webhooks");
  const router = useRouter();
  const queryClient = useQueryClient();
  const schema = useMemo(() => webhookSettings((text) => checkCallbackUrl(text, { allowedHosts })), [allowedHosts]);
  const { name, url, enabled, eventTypes } = webhook ?? nothing;
  const form = useZodForm(schema, { name, url, enabled, eventTypes });
  const [missed, setMissed] = useState<MissedChoice>("send");
  const [signed, setSigned] = useState(true);
  const [created, setCreated] = useState<{ id: string; name: string; secret: string }>();
  const list = `/${environment}/webhooks`;

  const { onSubmit, error, isBusy } = useSubmit(form, async (settings) => {
    if (webhook === undefined) {
      const { id, secret } = await api.webhooks.create.mutate({ environment, settings: { ...settings, signed } });
      await queryClient.invalidateQueries({ queryKey: trpc.webhooks.pathKey() });
      if (secret !== undefined) return setCreated({ id, name: settings.name, secret });
      notify("success", t("created", { name: settings.name }));
      return leaveFor(id);
    }
    const { id } = webhook;
    await api.webhooks.change.mutate({ environment, webhookId: id, changes: { ...settings, missed } });
    await queryClient.invalidateQueries({ queryKey: trpc.webhooks.pathKey() });
    notify("success", t("saved", { name: settings.name }));
    leaveFor(id);
  });

  function leaveFor(id: string) {
    router.push(`${list}/${id}`);
    router.refresh();
  }

  return { form, onSubmit, error, isBusy, missed, setMissed, signed, setSigned, created, list, leaveFor };
}

function EnabledField({ form }: { form: SettingsForm }) {
  const t = useTranslations("webhooks.form");
  return (
    <Controller
      control={form.control}
      name="enabled"
      render={({ field }) => (
        <SwitchField
          label={t("enabled")}
          hint={t("enabledHint")}
          checked={field.value ?? true}
          onCheckedChange={field.onChange}
          onBlur={field.onBlur}
        />
      )}
    />
  );
}

function EventTypesField({ form }: { form: SettingsForm }) {
  const error = useSettingsError();
  return (
    <Controller
      control={form.control}
      name="eventTypes"
      render={({ field, fieldState }) => (
        <EventKindsField
          ref={field.ref}
          value={field.value}
          onChange={(chosen: EventType[]) => {
            field.onChange(chosen);
            field.onBlur();
          }}
          error={error(fieldState.error?.message)}
        />
      )}
    />
  );
}

/** The callback URL, checked while typing, with `offersToken` for a button that adds a secret token. */
function UrlField({ form, allowedHosts, offersToken }: { form: SettingsForm; allowedHosts: readonly string[]; offersToken: boolean }) {
  const t = useTranslations("webhooks.form");
  const error = useSettingsError();
  const isHydrated = useHydrated();
  const { trigger } = form;
  const text = form.watch("url");
  const isDirty = form.formState.dirtyFields.url === true;
  useEffect(() => {
    if (!isDirty || text === "") return;
    const timer = setTimeout(() => void trigger("url"), typingPauseMs);
    return () => clearTimeout(timer);
  }, [text, isDirty, trigger]);

  const checked = checkCallbackUrl(text.trim(), { allowedHosts });
  // Shows the contacted URL if it differs from the typed one, such as an address in an unusual notation.
  const normal = checked.ok && checked.url.href !== text.trim() && checked.url.href !== `${text.trim()}/` ? checked.url.href : undefined;
  return (
    <div className="grid gap-2">
      <Field label={t("url")} hint={useUrlHint(allowedHosts)} error={error(form.formState.errors.url?.message, text)}>
        {(control) => (
          <UrlInput
            {...control}
            {...form.register("url")}
            defaultValue={form.formState.defaultValues?.url}
            disabled={!isHydrated}
            placeholder="https://hooks.example.com/covergate"
          />
        )}
      </Field>
      {normal === undefined ? null : (
        <p className="text-sm text-muted-foreground [overflow-wrap:anywhere]">
          {t.rich("sentTo", { url: () => <code className="font-mono">{normal}</code> })}
        </p>
      )}
      {offersToken && checked.ok && checked.url.search === "" ? (
        <div>
          <Button
            variant="outline"
            size="sm"
            onClick={() => form.setValue("url", addToken(checked.url), { shouldDirty: true, shouldValidate: true })}
            icon={KeyRound}
          >
            {t("addToken")}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

const tokenBytes = 24;

/** Adds a secret token to a callback URL's query, by which the receiver can recognise the sender (rules/deliveries.md#webhooks-6). */
function addToken(url: URL): string {
  const drawn = crypto.getRandomValues(new Uint8Array(tokenBytes));
  const withToken = new URL(url);
  withToken.searchParams.set("token", Array.from(drawn, (byte) => byte.toString(16).padStart(2, "0")).join(""));
  return withToken.href;
}
