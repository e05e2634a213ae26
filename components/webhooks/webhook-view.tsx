"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { FlaskConical, History, Pause, Pencil, Play, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { DeliveryList } from "#components/deliveries/delivery-list.tsx";
import { api, trpc } from "#components/kit/api/api.ts";
import { portalErrorOf } from "#components/kit/api/request.ts";
import { KeyValue, KeyValueList } from "#components/kit/facts/facts.tsx";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { onDemand } from "#components/kit/form/on-demand.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { useErrorText } from "#components/kit/states/error-state.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { useEnvironment } from "#components/shell/environment.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { TitledCard } from "#components/ui/card.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { Link } from "#components/ui/link.tsx";
import { MissedField } from "#components/webhooks/missed-field.tsx";
import { webhooksQuery } from "#components/webhooks/queries.ts";
import { SignatureCard } from "#components/webhooks/signature-card.tsx";
import { WebhookHealth } from "#components/webhooks/webhook-health.tsx";
import { stateOf } from "#components/webhooks/webhook-state.tsx";
import { eventGroups } from "#lib/delivery/event-catalogue.ts";
import { expandGroup, selectionByGroup } from "#lib/delivery/webhook-settings/event-groups.ts";
import type { WebhookOverview } from "#lib/delivery/webhook-settings/list.ts";
import type { MissedChoice } from "#lib/delivery/webhooks/schema.ts";

interface Props {
  webhook: WebhookOverview;
}

const RecoverDialog = onDemand(() => import("#components/webhooks/recover-dialog.tsx").then((module) => module.RecoverDialog), "dialog");
const SendTestEventDialog = onDemand(
  () => import("#components/webhooks/send-test-event-dialog.tsx").then((module) => module.SendTestEventDialog),
  "dialog",
);

/** The page of a webhook: settings, signatures, health and deliveries. */
export function WebhookView({ webhookId }: { webhookId: string }) {
  const environment = useEnvironment();
  const t = useTranslations("webhooks");
  const { data: webhooks = [] } = useQuery(webhooksQuery(environment));
  const webhook = webhooks.find(({ id }) => id === webhookId);
  const crumbs = [{ label: t("title"), href: `/${environment}/webhooks` }];
  if (webhook === undefined) {
    return (
      <>
        <PageHeader title={t("goneTitle")} crumbs={crumbs} />
        <EmptyState icon={Trash2} title={t("goneTitle")}>
          {t("gone")}
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={webhook.name}
        crumbs={crumbs}
        badge={<StatusBadge of="webhook" status={stateOf(webhook)} />}
        actions={
          <>
            <SendTestEvent webhook={webhook} />
            <Recover webhook={webhook} />
            <WebhookSwitch webhook={webhook} />
            <LinkButton variant="outline" href={`/${environment}/webhooks/${webhook.id}/edit`} icon={Pencil}>
              {t("edit")}
            </LinkButton>
            <WebhookRemoval webhook={webhook} />
          </>
        }
      />
      <div className="mb-8 grid items-stretch gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Settings webhook={webhook} />
        <SignatureCard webhookId={webhook.id} />
      </div>
      <WebhookHealth webhookId={webhook.id} />
      <h2 className="mb-2 text-lg font-semibold tracking-tight">{t("deliveries")}</h2>
      <DeliveryList webhooks={webhooks} webhookId={webhook.id} />
    </>
  );
}

function Settings({ webhook }: { webhook: WebhookOverview }) {
  const environment = useEnvironment();
  const t = useTranslations("webhooks");
  const { lastDelivery } = webhook;
  const selections = selectionByGroup(webhook.eventTypes);
  return (
    <TitledCard title={t("settings")}>
      <KeyValueList className="lg:grid-cols-2">
        <KeyValue name={t("columns.url")} wide value={<code className="font-mono text-sm">{webhook.url}</code>} />
        <KeyValue name={t("columns.events")} wide>
          <ul className="mt-1 flex flex-wrap gap-1.5">
            {eventGroups.flatMap((group) =>
              selections[group] === "all"
                ? [
                    <li key={group}>
                      <Badge>{t("wholeGroup", { group: t(`groups.${group}`), count: expandGroup(group).length })}</Badge>
                    </li>,
                  ]
                : expandGroup(group)
                    .filter((kind) => webhook.eventTypes.includes(kind))
                    .map((kind) => (
                      <li key={kind}>
                        <Badge className="font-mono">{kind}</Badge>
                      </li>
                    )),
            )}
          </ul>
        </KeyValue>
        <KeyValue name={t("createdAt")} value={<TimeStamp at={webhook.createdAt} focusable />} />
        {webhook.createdBy === null ? null : <KeyValue name={t("createdBy")} value={webhook.createdBy} />}
        <KeyValue name={t("changedAt")} value={<TimeStamp at={webhook.updatedAt} focusable />} />
        <KeyValue name={t("columns.lastDelivery")} wide>
          {lastDelivery === null ? (
            t("none")
          ) : (
            <span className="flex flex-wrap items-center gap-2">
              <StatusBadge of="delivery" status={lastDelivery.status} />
              <Link
                href={`/${environment}/deliveries/${lastDelivery.id}`}
                className="font-mono text-sm text-link underline-offset-2 hover:underline"
              >
                {lastDelivery.eventType}
              </Link>
              <span className="text-sm text-muted-foreground">
                <TimeStamp at={lastDelivery.createdAt} as="ago" focusable />
              </span>
            </span>
          )}
        </KeyValue>
      </KeyValueList>
    </TitledCard>
  );
}

/** Sends a webhook the events that it missed, after showing their number. */
function Recover(props: { webhook: Pick<WebhookOverview, "id" | "name" | "enabled"> }) {
  const t = useTranslations("webhooks.recover");
  return (
    <RecoverDialog
      {...props}
      trigger={
        <Button variant="outline" icon={History}>
          {t("open")}
        </Button>
      }
    />
  );
}

/** Sends a webhook a sample event of a chosen type, and opens its delivery. */
function SendTestEvent(props: { webhook: WebhookOverview }) {
  const t = useTranslations("webhooks.test");
  return (
    <SendTestEventDialog
      {...props}
      trigger={
        <Button data-action="sendTestEvent" icon={FlaskConical}>
          {t("open")}
        </Button>
      }
    />
  );
}

/** Disables a webhook, whose deliveries then wait, or enables it and asks whether to send these. */
function WebhookSwitch({ webhook: { id, name, enabled } }: Props) {
  const environment = useEnvironment();
  const t = useTranslations("webhooks");
  const say = useErrorText();
  const queryClient = useQueryClient();
  const [missed, setMissed] = useState<MissedChoice>("send");
  const [isDoing, setIsDoing] = useState(false);
  const change = async (body: { enabled: boolean; missed?: MissedChoice }) => {
    await api.webhooks.change.mutate({ environment, webhookId: id, changes: body });
    await queryClient.invalidateQueries({ queryKey: trpc.webhooks.pathKey() });
  };
  async function enable() {
    await change({ enabled: true, missed });
    notify("success", t(missed === "send" ? "nowEnabled" : "nowEnabledFresh", { name }));
    // The next time the default applies again.
    setMissed("send");
  }
  async function disable() {
    setIsDoing(true);
    try {
      await change({ enabled: false });
      notify("success", t("nowDisabled", { name }));
    } catch (error) {
      notify("error", say(error));
    }
    setIsDoing(false);
  }
  if (enabled) {
    return (
      <Button variant="outline" disabled={isDoing} onClick={() => void disable()} icon={Pause}>
        {t("disable")}
      </Button>
    );
  }
  return (
    <ConfirmDialog
      trigger={
        <Button variant="outline" icon={Play}>
          {t("enable")}
        </Button>
      }
      title={t("enableTitle", { name })}
      description={t("enableText")}
      confirm={t("enable")}
      onConfirm={enable}
    >
      <MissedField webhookId={id} value={missed} onChange={setMissed} />
    </ConfirmDialog>
  );
}

function WebhookRemoval({ webhook: { id, name } }: Props) {
  const environment = useEnvironment();
  const t = useTranslations("webhooks");
  const router = useRouter();
  const queryClient = useQueryClient();
  async function remove() {
    try {
      const { cancelled } = await api.webhooks.remove.mutate({ environment, webhookId: id });
      notify("success", t("removed", { name, cancelled }));
    } catch (error) {
      if (portalErrorOf(error)?.status !== 404) throw error;
      notify("success", t("removedBefore", { name }));
    }
    router.push(`/${environment}/webhooks`);
    await queryClient.invalidateQueries({ queryKey: trpc.webhooks.pathKey() });
  }
  return (
    <ConfirmDialog
      trigger={
        <Button variant="outline" icon={Trash2}>
          {t("remove")}
        </Button>
      }
      title={t("removeTitle", { name })}
      description={t("removeText")}
      confirm={t("remove")}
      isDestructive
      onConfirm={remove}
    />
  );
}
