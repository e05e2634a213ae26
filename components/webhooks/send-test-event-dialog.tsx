"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useId, useState } from "react";
import type { ReactNode } from "react";
import { api } from "#components/kit/api/api.ts";
import { JsonView } from "#components/kit/code/json-view.tsx";
import { FormError } from "#components/kit/form/form.tsx";
import { useAction } from "#components/kit/form/use-action.ts";
import { notify } from "#components/kit/states/notify.ts";
import { useEnvironment } from "#components/shell/environment.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogContent, DialogFooter, DialogHeader, DialogTrigger } from "#components/ui/dialog.tsx";
import { Label } from "#components/ui/label.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { useEventMeaning } from "#components/webhooks/queries.ts";
import { eventGroups, eventTypes } from "#lib/delivery/event-catalogue.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import { expandGroup } from "#lib/delivery/webhook-settings/event-groups.ts";
import type { WebhookOverview } from "#lib/delivery/webhook-settings/list.ts";
import { eventSamples } from "#lib/developer/events/samples.ts";

/** The dialog of SendTestEvent, loaded on first use together with the samples. */
export function SendTestEventDialog({ trigger, webhook }: { trigger: ReactNode; webhook: WebhookOverview }) {
  const environment = useEnvironment();
  const t = useTranslations("webhooks.test");
  const group = useTranslations("webhooks.groups");
  const meaning = useEventMeaning();
  const router = useRouter();
  const id = useId();
  const [eventType, setEventType] = useState<EventType>(webhook.eventTypes[0] ?? eventTypes[0]);
  const { isBusy, error, clearError, start } = useAction(
    async () => {
      const { deliveryId } = await api.webhooks.sendTestEvent.mutate({ environment, webhookId: webhook.id, eventType });
      notify("info", t("sent", { name: webhook.name }));
      router.push(`/${environment}/deliveries/${deliveryId}`);
    },
    { leadsAway: true },
  );

  return (
    <Dialog defaultOpen onOpenChange={clearError}>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent className="max-w-2xl">
        <DialogHeader title={t("title")} description={t("description", { name: webhook.name })} />
        <div className="grid min-w-0 gap-1.5">
          <Label htmlFor={id}>{t("eventType")}</Label>
          <NativeSelect
            id={id}
            aria-describedby={`${id}-meaning`}
            className="font-mono md:text-sm"
            value={eventType}
            onChange={({ target }) => setEventType(eventTypes.find((kind) => kind === target.value) ?? eventType)}
          >
            {eventGroups.map((name) => (
              <optgroup key={name} label={group(name)}>
                {expandGroup(name).map((kind) => (
                  <option key={kind} value={kind}>
                    {kind}
                  </option>
                ))}
              </optgroup>
            ))}
          </NativeSelect>
          <p id={`${id}-meaning`} className="text-sm text-muted-foreground">
            {meaning(eventType)}
          </p>
        </div>
        <JsonView
          text={JSON.stringify({ event_type: eventType, data: eventSamples[eventType] })}
          what={t("payload")}
          className="max-h-80 [&>pre]:max-h-69"
        />
        {webhook.enabled ? null : <Alert tone="warning">{t("disabled")}</Alert>}
        <FormError error={error} />
        <DialogFooter>
          <Button disabled={!webhook.enabled || isBusy} onClick={start}>
            {t("send")}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
