"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { BellRing, ListPlus, Mail, Pause, Pencil, Play, Plus, Send, Trash2, Webhook } from "lucide-react";
import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { useState } from "react";
import type { EditAlertProps } from "#components/alerts/alert-form.tsx";
import { alertsQuery } from "#components/alerts/queries.ts";
import { api, trpc } from "#components/kit/api/api.ts";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { onDemand } from "#components/kit/form/on-demand.tsx";
import { DataTable } from "#components/kit/list/data-table.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { useErrorText } from "#components/kit/states/error-state.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { useEnvironment } from "#components/shell/environment.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { TitledCard } from "#components/ui/card.tsx";
import type { Person } from "#lib/developer/alerts/find.ts";
import type { AlertRow, RecentAlert } from "#lib/developer/alerts/list.ts";
import { fewestCalls } from "#lib/developer/alerts/rules/error-rate.ts";
import { maxAlertRules } from "#lib/developer/alerts/schema-kinds.ts";
import { pathOfCause, tellCause, titleOf } from "#lib/developer/alerts/texts.ts";
import { languageOf } from "#lib/platform/i18n/locales.ts";
import type { Reader } from "#lib/platform/i18n/locales.ts";

/** Creates an alert, or changes `rule`, in a dialog that is loaded on first use. */
const EditAlert = onDemand<EditAlertProps>(
  () => import("#components/alerts/alert-form.tsx").then((module) => module.AlertSettingsDialog),
  "dialog",
);

type Surroundings = Omit<EditAlertProps, "trigger" | "rule">;

const idOf = ({ id }: AlertRow) => id;

const icons = { mail: Mail, webhook: Webhook };

/** The alerts of a partner's people in an environment, by e-mail only where the installation sends some. */
export function AlertsView(installation: Pick<Surroundings, "allowedHosts" | "sendsMail">) {
  const t = useTranslations("alerts");
  const query = useQuery(alertsQuery(useEnvironment()));
  const { rules = [], people = [], recent = [] } = query.data ?? {};
  const reader = { language: languageOf(useLocale()), timeZone: useTimeZone() ?? "UTC" };
  const surroundings = { ...installation, people, reader };
  const isFull = rules.length >= maxAlertRules;
  const create = <EditAlert {...surroundings} trigger={<Button icon={Plus}>{t("create")}</Button>} />;
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} actions={isFull ? undefined : create} />
      {isFull ? (
        <Alert tone="warning" className="mb-4">
          {t("full", { most: maxAlertRules })}
        </Alert>
      ) : null}
      <DataTable
        label={t("title")}
        columns={[
          { key: "alert", header: t("columns.alert"), cell: (rule) => <What rule={rule} reader={reader} />, grows: true },
          { key: "status", header: t("columns.status"), cell: (rule) => <StatusBadge of="alert" status={statusOf(rule)} />, phone: "end" },
          { key: "sendsTo", header: t("columns.sendsTo"), cell: (rule) => <Target rule={rule} people={people} />, phone: "below" },
          {
            key: "actions",
            header: <span className="sr-only">{t("columns.actions")}</span>,
            cell: (rule) => <AlertActions rule={rule} {...surroundings} />,
            align: "right",
            phone: "line",
          },
        ]}
        rows={query.data?.rules}
        query={query}
        idOf={idOf}
        empty={
          installation.sendsMail ? (
            <EmptyState icon={BellRing} texts={t} action={<UsualAlerts reader={reader} />} />
          ) : (
            <EmptyState icon={BellRing} title={t("emptyTitle")}>
              {t("emptyWithoutMail")}
            </EmptyState>
          )
        }
      />
      {rules.length === 0 ? null : <RecentAlerts recent={recent} reader={reader} />}
    </>
  );
}

/** Runs a change of alerts: shows the alerts as they then are, and an error of it. */
function useChange() {
  const say = useErrorText();
  const queryClient = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const refresh = () => queryClient.invalidateQueries({ queryKey: trpc.alerts.pathKey() });
  async function run(work: () => Promise<void>) {
    setIsBusy(true);
    try {
      await work();
      await refresh();
    } catch (error) {
      notify("error", say(error));
    }
    setIsBusy(false);
  }
  return { isBusy, refresh, run: (work: () => Promise<void>) => void run(work) };
}

function UsualAlerts({ reader }: { reader: Reader }) {
  const environment = useEnvironment();
  const t = useTranslations("alerts");
  const { isBusy, run } = useChange();
  const add = async () => {
    const { created } = await api.alerts.createUsual.mutate({ environment, ...reader });
    notify("success", t("usualAdded", { count: created }));
  };
  return (
    <Button variant="outline" disabled={isBusy} onClick={() => run(add)} icon={ListPlus}>
      {t("usual")}
    </Button>
  );
}

/** The latest alerts of an environment, each with a link to the page of its cause. */
function RecentAlerts({ recent, reader }: { recent: readonly RecentAlert[]; reader: Reader }) {
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
                <TextLink href={`/${environment}${pathOfCause(alert)}`}>{titleOf(alert.detail.kind, reader.language)}</TextLink>
                <p className="[overflow-wrap:anywhere]">{tellCause(alert, reader, { namesZone: false })}</p>
              </div>
              <p className="flex flex-wrap items-center gap-2 text-sm text-muted-foreground sm:justify-end">
                <Sending alert={alert} />
                {alert.endedAt === null ? t("states.present") : <Moment text="states.over" at={alert.endedAt} />}
              </p>
            </li>
          ))}
        </ul>
      )}
    </TitledCard>
  );
}

function Sending({ alert: { sentAt, droppedAt } }: { alert: RecentAlert }) {
  const t = useTranslations("alerts.states");
  if (sentAt !== null) return <Badge tone="success">{t("sent")}</Badge>;
  return droppedAt === null ? <Badge tone="info">{t("waiting")}</Badge> : <Badge tone="neutral">{t("dropped")}</Badge>;
}

/** A text with how long ago something was. */
function Moment({ text, at, className }: { text: "states.over" | "lastSent"; at: Date; className?: string }) {
  const t = useTranslations("alerts");
  return <span className={className}>{t.rich(text, { at: () => <TimeStamp at={at} as="ago" /> })}</span>;
}

/** Says why a message did not arrive (`AlertFailure` in lib/developer/alerts/send.ts). */
function useErrorSentence(): (error: string) => string {
  const t = useTranslations("alerts.failures");
  const errors = useTranslations("deliveries.networkFaults");
  return (error) => {
    const [, status] = /^status (\d+)$/.exec(error) ?? [];
    if (status !== undefined) return t("status", { status });
    if (error !== "status" && error !== "network" && t.has(error as "mailOff")) return t(error as "mailOff");
    return t("network", { error: errors.has(error as "timeout") ? errors(error as "timeout") : error });
  };
}

/** The kind of an alert and its present trouble: a cause that lasts, or a channel that fails. */
function What({ rule, reader }: { rule: AlertRow; reader: Reader }) {
  const t = useTranslations("alerts");
  const say = useErrorSentence();
  const { kind, threshold, enabled, presentSince, failingSince, lastFailure } = rule;
  const isFailing = enabled && failingSince !== null;
  return (
    <div className="whitespace-normal">
      <span className="block font-medium">{titleOf(kind, reader.language)}</span>
      <span className="block text-sm font-normal text-muted-foreground">
        {t(`kinds.${kind}.condition`, { threshold: threshold ?? 0, fewest: fewestCalls })}
      </span>
      {isFailing ? (
        <span className="mt-1 block text-sm font-normal text-danger">
          {t.rich("failing", { at: () => <TimeStamp at={failingSince} />, error: say(lastFailure ?? "") })}
        </span>
      ) : null}
      {isFailing || presentSince === null ? null : (
        <span className="mt-1 block text-sm font-normal text-warning">
          {t.rich("since", { at: () => <TimeStamp at={presentSince} /> })}
        </span>
      )}
    </div>
  );
}

function Target({ rule: { channel, recipients, url, lastSentAt }, people }: { rule: AlertRow; people: readonly Person[] }) {
  const t = useTranslations("alerts");
  const Icon = icons[channel];
  const first = people.find(({ id }) => recipients.includes(id));
  const name = recipients.length === 1 && first !== undefined ? first.name : t("people", { count: recipients.length });
  return (
    <>
      <span className="flex min-w-0 items-center gap-1.5">
        <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
        <span className="sr-only">{t(`channels.${channel}.title`)}</span>
        <span className="max-w-60 truncate">{url ?? name}</span>
      </span>
      {lastSentAt === null ? null : <Moment text="lastSent" at={lastSentAt} className="block text-sm text-muted-foreground" />}
    </>
  );
}

/** A failing channel matters more than the alert's own cause. */
function statusOf({ enabled, failingSince, presentSince, hasTooFewCalls }: AlertRow) {
  if (!enabled) return "off";
  if (failingSince !== null) return "failing";
  if (presentSince !== null) return "alerting";
  return hasTooFewCalls ? "tooFewCalls" : "clear";
}

/** Tests, edits, disables and deletes an alert. */
function AlertActions({ rule, ...surroundings }: Surroundings & { rule: AlertRow }) {
  const environment = useEnvironment();
  const t = useTranslations("alerts");
  const sayError = useErrorSentence();
  const title = titleOf(rule.kind, surroundings.reader.language);
  const { isBusy, run, refresh } = useChange();
  const { enabled } = rule;
  const target = { environment, alertId: rule.id };

  async function test() {
    const outcome = await api.alerts.sendTest.mutate(target);
    if (outcome.isSent) notify("success", t("testSent"));
    else notify("error", t("testFailed", { error: sayError(outcome.failure) }));
  }
  async function turn() {
    await api.alerts.setEnabled.mutate({ ...target, enabled: !enabled });
    notify("success", t(enabled ? "nowOff" : "nowOn"));
  }
  async function remove() {
    await api.alerts.remove.mutate(target);
    notify("success", t("removed"));
    await refresh();
  }

  const turnLabel = t(enabled ? "turnOff" : "turnOn");
  return (
    <fieldset aria-label={t("more", { title })} className="flex flex-wrap items-center sm:flex-nowrap gap-1.5 max-sm:mt-2 sm:justify-end">
      <Button variant="outline" size="sm" disabled={isBusy} onClick={() => run(test)} icon={Send}>
        {t("test")}
      </Button>
      <EditAlert
        {...surroundings}
        rule={rule}
        trigger={<Button variant="outline" size="icon" aria-label={t("edit")} title={t("edit")} icon={Pencil} />}
      />
      <Button
        variant="outline"
        size="icon"
        disabled={isBusy}
        aria-label={turnLabel}
        title={turnLabel}
        onClick={() => run(turn)}
        icon={enabled ? Pause : Play}
      />
      <ConfirmDialog
        trigger={<Button variant="outline" size="icon" aria-label={t("remove")} title={t("remove")} icon={Trash2} />}
        title={t("removeTitle")}
        description={t("removeText")}
        confirm={t("remove")}
        isDestructive
        onConfirm={remove}
      />
    </fieldset>
  );
}
