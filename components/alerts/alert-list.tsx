"use client";

import { Mail, Webhook } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { AlertActions } from "#components/alerts/alert-actions.tsx";
import { useAlerts, useErrorSentence } from "#components/alerts/use-alerts.ts";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import type { Column } from "#components/kit/list/data-row.tsx";
import { DataTable } from "#components/kit/list/data-table.tsx";
import type { AlertRow, Person } from "#lib/developer/alerts/list.ts";
import { fewestCalls } from "#lib/developer/alerts/rules/error-rate.ts";

const idOf = ({ id }: AlertRow) => id;
const icons = { mail: Mail, webhook: Webhook };

export function AlertList({ allowedHosts, sendsMail, empty }: { allowedHosts: readonly string[]; sendsMail: boolean; empty: ReactNode }) {
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
function alertStateOf({ enabled, failingSince, present }: AlertRow): "off" | "failing" | "alerting" | "clear" {
  if (!enabled) return "off";
  if (failingSince !== null) return "failing";
  return present === null ? "clear" : "alerting";
}
