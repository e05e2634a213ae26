"use client";

import { useQueryClient } from "@tanstack/react-query";
import { BellRing, ListPlus, Mail, Pause, Pencil, Play, Plus, Send, Trash2, Webhook } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactNode } from "react";
import type { EditAlertProps } from "#components/alerts/alert-form.tsx";
import { useAlertViewer, useAlerts, useErrorSentence } from "#components/alerts/use-alerts.ts";
import { api, trpc } from "#components/kit/api/api.ts";
import { useErrorText } from "#components/kit/api/use-error-text.ts";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { TitledCard } from "#components/kit/facts/titled-card.tsx";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { onDemand } from "#components/kit/form/on-demand.tsx";
import type { Column } from "#components/kit/list/data-row.tsx";
import { DataTable } from "#components/kit/list/data-table.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { PageHeader } from "#components/shell/page-header.tsx";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import type { AlertRow, Person, RecentAlert } from "#lib/developer/alerts/list.ts";
import { fewestCalls } from "#lib/developer/alerts/rules/error-rate.ts";
import { maxAlertRules } from "#lib/developer/alerts/schema-kinds.ts";

/** Creates an alert, or changes `rule`, in a dialog that is loaded on first use. */
const EditAlert = onDemand<EditAlertProps>(
  () => import("#components/alerts/alert-form.tsx").then((module) => module.AlertSettingsDialog),
  "dialog",
);

type Surroundings = Pick<EditAlertProps, "allowedHosts" | "sendsMail" | "people">;

const idOf = ({ id }: AlertRow) => id;

const icons = { mail: Mail, webhook: Webhook };

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

function AlertList({ allowedHosts, sendsMail, empty }: { allowedHosts: readonly string[]; sendsMail: boolean; empty: ReactNode }) {
  const t = useTranslations("alerts");
  const query = useAlerts();
  const people = query.data?.people ?? [];
  const columns: Column<AlertRow>[] = [
    { key: "alert", header: t("columns.alert"), cell: (rule) => <What rule={rule} />, grows: true },
    { key: "status", header: t("columns.status"), cell: (rule) => <StatusBadge of="alert" status={alertStateOf(rule)} />, phone: "end" },
    { key: "sendsTo", header: t("columns.sendsTo"), cell: (rule) => <Target rule={rule} people={people} />, phone: "below" },
    {
      key: "actions",
      header: <span className="sr-only">{t("columns.actions")}</span>,
      cell: (rule) => <AlertActions rule={rule} allowedHosts={allowedHosts} sendsMail={sendsMail} people={people} />,
      align: "right",
      phone: "line",
    },
  ];
  return <DataTable label={t("title")} columns={columns} rows={query.data?.rules} query={query} idOf={idOf} empty={empty} />;
}

/** The kind of an alert and its present trouble: a cause that lasts, or a channel that fails. */
function What({ rule }: { rule: AlertRow }) {
  const t = useTranslations("alerts");
  const say = useErrorSentence();
  const { kind, threshold, enabled, present, failingSince, lastFailure } = rule;
  return (
    <div className="whitespace-normal">
      <span className="block font-medium">{t(`kinds.${kind}.title`)}</span>
      <span className="block text-sm font-normal text-muted-foreground">
        {t(`kinds.${kind}.condition`, { threshold: threshold ?? 0, fewest: fewestCalls })}
      </span>
      {enabled && failingSince !== null ? (
        <span className="mt-1 block text-sm font-normal text-danger">
          {t.rich("failing", { at: () => <TimeStamp at={failingSince} as="ago" />, error: say(lastFailure ?? "") })}
        </span>
      ) : null}
      {enabled && failingSince === null && present !== null ? (
        <span className="mt-1 block text-sm font-normal text-warning">
          {t.rich("since", { at: () => <TimeStamp at={present.since} /> })}
        </span>
      ) : null}
    </div>
  );
}

function Target({ rule, people }: { rule: AlertRow; people: readonly Person[] }) {
  const t = useTranslations("alerts");
  const { channel, recipients, url, lastSentAt } = rule;
  const Icon = icons[channel];
  const first = people.find(({ id }) => recipients.includes(id));
  const name = recipients.length === 1 && first !== undefined ? first.name : t("people", { count: recipients.length });
  return (
    <>
      <span className="flex min-w-0 items-center gap-1.5">
        <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
        <span className="sr-only">{t(`channels.${channel}.title`)}</span>
        <span className="max-w-60 truncate">{channel === "mail" ? name : url}</span>
      </span>
      {lastSentAt === null ? null : (
        <span className="block text-sm text-muted-foreground">
          {t.rich("lastSent", { at: () => <TimeStamp at={lastSentAt} as="ago" /> })}
        </span>
      )}
    </>
  );
}

/** A failing channel matters more than the alert's own cause. */
function alertStateOf({
  enabled,
  failingSince,
  present,
  hasTooFewCalls,
}: AlertRow): "off" | "failing" | "alerting" | "tooFewCalls" | "clear" {
  if (!enabled) return "off";
  if (failingSince !== null) return "failing";
  if (present !== null) return "alerting";
  return hasTooFewCalls ? "tooFewCalls" : "clear";
}

function NewAlert(props: Surroundings) {
  const t = useTranslations("alerts");
  return <EditAlert {...props} trigger={<Button icon={Plus}>{t("create")}</Button>} />;
}

/** Tests, edits, disables and deletes an alert. */
function AlertActions({ rule, ...surroundings }: Surroundings & { rule: AlertRow }) {
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
