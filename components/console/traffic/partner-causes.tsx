"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleAlert, History } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { Fragment } from "react";
import type { ReactNode } from "react";
import { useActionName } from "#components/console/audit/use-action-name.ts";
import { partnerChangesQuery, partnerErrorsQuery, partnerWebhooksQuery } from "#components/console/traffic/queries.ts";
import type { OfWorld } from "#components/console/traffic/queries.ts";
import { HttpStatus } from "#components/kit/facts/status-badge.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { Timeline, TimelineItem } from "#components/kit/facts/timeline.tsx";
import { ErrorState } from "#components/kit/states/error-state.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { TitledCard } from "#components/ui/card.tsx";
import { Link } from "#components/ui/link.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { stateOf } from "#components/webhooks/webhook-state.tsx";
import type { AuditRow } from "#lib/account/audit/list.ts";
import type { WebhookOverview } from "#lib/delivery/webhook-settings/list.ts";
import type { ErrorGroup } from "#lib/developer/calls/list-errors.ts";
import { unknownEndpoint } from "#lib/developer/calls/list-filters.ts";

/** The errors that a partner meets, and a time line of the changes before each of them began. */
export function PartnerCauses({ of, meanings }: { of: OfWorld; meanings: Meanings }) {
  const t = useTranslations("traffic.causes");
  const errors = useQuery(partnerErrorsQuery(of));
  const changes = useQuery(partnerChangesQuery(of.partnerId));
  const webhooks = useQuery(partnerWebhooksQuery(of));
  const all = [errors, changes, webhooks];
  const error = all.find((query) => query.error !== null)?.error;
  if (error !== undefined) {
    return <ErrorState error={error} onRetry={() => void Promise.all(all.map((query) => query.refetch()))} />;
  }
  const [found, changed, receivers] = [errors.data, changes.data, webhooks.data];
  if (found === undefined || changed === undefined || receivers === undefined) {
    return <Skeleton className="h-64 w-full" />;
  }
  const { groups } = found;
  const failing = receivers.filter((webhook) => stateOf(webhook) === "failing");
  return (
    <div className="grid items-start gap-5 xl:grid-cols-2">
      <TitledCard className="min-w-0" title={t("errors")}>
        {groups.length === 0 ? (
          <p className="text-muted-foreground">{t("noErrors")}</p>
        ) : (
          <Groups of={of} groups={groups} meanings={meanings} />
        )}
      </TitledCard>
      <TitledCard className="min-w-0" title={t("timeline")}>
        <Moments of={of} groups={groups} meanings={meanings} changes={changed} failing={failing} />
      </TitledCard>
    </div>
  );
}

function viewHref({ partnerId, environment }: OfWorld, filters: Record<string, string>): string {
  return `/support/partners/${partnerId}/${environment}?${new URLSearchParams(filters)}`;
}

function nameOf({ endpoint, errorCode, status }: ErrorGroup): string {
  return `${errorCode ?? status} ${endpoint ?? unknownEndpoint}`;
}

/** The meaning of each error of the catalogue, in the viewer's language. */
type Meanings = Readonly<Record<string, string>>;

function meaningOf(meanings: Meanings, { errors }: ErrorGroup): string {
  return errors.map((name) => meanings[name]).join(" · ");
}

/** True if the status says that the fault is ours. */
const isOurs = ({ status }: ErrorGroup) => status >= 500;

function Groups({ of, groups, meanings }: { of: OfWorld; groups: readonly ErrorGroup[]; meanings: Meanings }) {
  const t = useTranslations("traffic.causes");
  const format = useFormatter();
  return (
    <ul className="grid gap-3">
      {groups.map((group) => {
        const { endpoint, errorCode, status, calls, firstAt, lastAt } = group;
        const href = viewHref(of, {
          view: "calls",
          endpoint: endpoint ?? unknownEndpoint,
          status: String(status),
          ...(errorCode !== null && { errorCode: String(errorCode) }),
        });
        return (
          <li key={`${nameOf(group)} ${status}`} className="grid gap-0.5">
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <HttpStatus status={status} />
              <Link href={href} className="font-mono text-sm text-link hover:underline [overflow-wrap:anywhere]">
                {nameOf(group)}
              </Link>
              {isOurs(group) ? <Badge tone="danger">{t("ours")}</Badge> : null}
              <span className="ml-auto tabular-nums">{t("count", { count: calls, shown: format.number(calls) })}</span>
            </span>
            <span>{meaningOf(meanings, group)}</span>
            <span className="text-sm text-muted-foreground">
              {t.rich("between", {
                first: () => <TimeStamp at={firstAt} as="second" focusable />,
                last: () => <TimeStamp at={lastAt} as="second" focusable />,
              })}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Newest first: when each error and each webhook's failures began, among what was changed. */
function Moments({
  of,
  groups,
  meanings,
  changes,
  failing,
}: {
  of: OfWorld;
  groups: readonly ErrorGroup[];
  meanings: Meanings;
  changes: readonly AuditRow[];
  failing: readonly WebhookOverview[];
}) {
  const t = useTranslations("traffic.causes");
  const moments = [
    ...groups.map((group) => ({
      key: `${nameOf(group)} ${group.status}`,
      at: group.firstAt,
      show: (time: ReactNode) => (
        <TimelineItem icon={CircleAlert} tone="danger" title={t("began", { error: nameOf(group) })} time={time}>
          {meaningOf(meanings, group)}
        </TimelineItem>
      ),
    })),
    ...failing.flatMap(({ id, name, failingSince }) =>
      failingSince === null
        ? []
        : {
            key: id,
            at: failingSince,
            show: (time: ReactNode) => (
              <TimelineItem icon={CircleAlert} tone="danger" title={t("failing", { name })} time={time}>
                <Link href={viewHref(of, { view: "deliveries", webhookId: id })} className="text-link hover:underline">
                  {t("deliveries")}
                </Link>
              </TimelineItem>
            ),
          },
    ),
    ...changes.map((change) => ({ key: change.id, at: change.at, show: (time: ReactNode) => <Change change={change} time={time} /> })),
  ].toSorted((a, b) => b.at.getTime() - a.at.getTime());
  if (moments.length === 0) return <p className="text-muted-foreground">{t("nothing")}</p>;
  return (
    <Timeline label={t("timeline")}>
      {moments.map(({ key, at, show }) => (
        <Fragment key={key}>{show(<TimeStamp at={at} as="second" focusable />)}</Fragment>
      ))}
    </Timeline>
  );
}

function Change({ change, time }: { change: AuditRow; time: ReactNode }) {
  const t = useTranslations("traffic.causes");
  const nameAction = useActionName();
  const { requestsPerMinute, openContractsLimit } = change.details;
  return (
    <TimelineItem icon={History} title={nameAction(change.action)} time={time}>
      {t("by", { name: change.actor.name })}
      {change.reason === null ? null : <span className="block [overflow-wrap:anywhere]">{change.reason}</span>}
      {typeof requestsPerMinute === "number" ? <span className="block">{t("requestsPerMinute", { limit: requestsPerMinute })}</span> : null}
      {typeof openContractsLimit === "number" ? <span className="block">{t("openContracts", { limit: openContractsLimit })}</span> : null}
      <Link
        href={`/support/lookup?${new URLSearchParams({ q: change.subjectId })}`}
        className="block font-mono text-sm text-link hover:underline [overflow-wrap:anywhere]"
      >
        {change.subjectId}
      </Link>
    </TimelineItem>
  );
}
