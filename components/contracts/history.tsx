"use client";

import { useQuery } from "@tanstack/react-query";
import {
  ArrowRight,
  Ban,
  Banknote,
  Bell,
  CalendarCheck,
  CalendarCog,
  CalendarPlus,
  CalendarX,
  Check,
  CircleX,
  FileCheck,
  FilePlus,
  FileQuestionMark,
  FileUp,
  FileX,
  FolderOpen,
  History as HistoryIcon,
  Pencil,
  Send,
  Undo,
  Zap,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { Fragment, useState } from "react";
import type { ComponentProps, ReactNode } from "react";
import { shortPath } from "#components/calls/call-link.tsx";
import type { contractHistoryQuery } from "#components/contracts/queries.ts";
import { Money } from "#components/kit/facts/figures.tsx";
import { HttpStatus, StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { Timeline, TimelineItem } from "#components/kit/facts/timeline.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { ErrorState } from "#components/kit/states/error-state.tsx";
import { useEnvironment } from "#components/shell/environment.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card, CardContent, CardHeader, CardTitle } from "#components/ui/card.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { DeliveryStatus } from "#lib/delivery/deliveries/schema.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import { originOf } from "#lib/delivery/events/origin.ts";
import type { HistoryEntry } from "#lib/developer/events/history.ts";
import type { Change } from "#lib/developer/events/rules/changes.ts";
import type { Option } from "#lib/insurance/catalogue/catalogue.ts";

/** Fields whose values are codes of the API. */
const codes: readonly Change["field"][] = ["company", "individual", "data", "replaced"];

/** The reasons of a claim's settlements, by their ids; events do not have them. */
type SettlementReasons = Readonly<Record<string, string>>;

type Tone = NonNullable<ComponentProps<typeof TimelineItem>["tone"]>;

const looks: Partial<Record<EventType, { icon: LucideIcon; tone: Tone }>> = {
  "v2.contract.created": { icon: FilePlus, tone: "success" },
  "v2.contract.updated": { icon: Pencil, tone: "info" },
  "v2.contract.closed": { icon: Check, tone: "neutral" },
  "v2.contract.canceled": { icon: Ban, tone: "neutral" },
  "v2.contract.terminated": { icon: CircleX, tone: "warning" },
  "v2.contract.reopened": { icon: FolderOpen, tone: "info" },
  "v2.contract.renewed": { icon: CalendarCheck, tone: "success" },
  "v2.contract.renewal.enabled": { icon: CalendarPlus, tone: "info" },
  "v2.contract.renewal.updated": { icon: CalendarCog, tone: "info" },
  "v2.contract.renewal.rejected": { icon: CalendarX, tone: "warning" },
  "v2.contract.renewal.resumed": { icon: CalendarPlus, tone: "info" },
  "v2.contract.renewal.notification": { icon: Bell, tone: "info" },
  "v2.claim.draft.created": { icon: FilePlus, tone: "info" },
  "v2.claim.draft.ready": { icon: FileCheck, tone: "success" },
  "v2.claim.draft.archived": { icon: Ban, tone: "neutral" },
  "v2.claim.created": { icon: Send, tone: "success" },
  "v2.claim.closed": { icon: Check, tone: "success" },
  "v2.claim.reopened": { icon: FolderOpen, tone: "info" },
  "v2.claim.abandoned": { icon: Ban, tone: "neutral" },
  "v2.claim.refused": { icon: CircleX, tone: "danger" },
  "v2.claim.status.updated": { icon: Pencil, tone: "neutral" },
  "v2.claim.document.uploaded": { icon: FileUp, tone: "info" },
  "v2.claim.document.accepted": { icon: FileCheck, tone: "success" },
  "v2.claim.document.refused": { icon: FileX, tone: "warning" },
  "v2.claim.document.requested": { icon: FileQuestionMark, tone: "warning" },
  "v2.claim.settlement.created": { icon: Banknote, tone: "info" },
  "v2.claim.settlement.paid": { icon: Banknote, tone: "success" },
  "v2.claim.settlement.returned": { icon: Undo, tone: "danger" },
};

interface HistoryItemProps {
  step: readonly HistoryEntry[];
  isDeveloper: boolean;
  reasons?: SettlementReasons | undefined;
}

const isStatus = ({ eventType }: HistoryEntry) => eventType === "v2.claim.status.updated";

interface Props {
  /** The query of the page before an event, or of the latest page. */
  queryOf: (before: string | null) => ReturnType<typeof contractHistoryQuery>;
  isDeveloper: boolean;
  reasons?: SettlementReasons;
}

/** The history of a contract or a renewal, latest first, with older pages on demand. */
export function History(props: Props) {
  const t = useTranslations("contracts.history");
  const { data, error, refetch } = useQuery(props.queryOf(null));
  return (
    <Card className="min-w-0">
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
      </CardHeader>
      <CardContent>
        {data?.events.length === 0 ? (
          <EmptyState icon={HistoryIcon} title={t("none")}>
            {t("noneText")}
          </EmptyState>
        ) : data === undefined && error !== null ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Timeline label={t("label")}>
            <Stretch {...props} before={null} />
          </Timeline>
        )}
      </CardContent>
    </Card>
  );
}

function Stretch({ before, ...props }: Props & { before: string | null }) {
  const t = useTranslations("contracts.history");
  const [isOpen, setIsOpen] = useState(false);
  const { data, error, refetch } = useQuery(props.queryOf(before));
  if (data === undefined) {
    return <li>{error === null ? <Skeleton className="h-16 w-full" /> : <ErrorState error={error} onRetry={() => void refetch()} />}</li>;
  }
  return (
    <>
      {stepsOf(data.events).map((step) => (
        <HistoryItem key={step[0]?.id} step={step} isDeveloper={props.isDeveloper} reasons={props.reasons} />
      ))}
      {data.next === null ? null : isOpen ? (
        <Stretch {...props} before={data.next} />
      ) : (
        <li>
          <Button variant="outline" size="sm" onClick={() => setIsOpen(true)}>
            {t("earlier")}
          </Button>
        </li>
      )}
    </>
  );
}

/**
 * The events of a history, the latest first, by what caused them: one call, link, scenario or moment makes one step, whose events are in
 * their order. A change of status that accompanies another event is not the first of its step.
 */
export function stepsOf(events: readonly HistoryEntry[]): HistoryEntry[][] {
  const steps: HistoryEntry[][] = [];
  for (const event of events) {
    const step = steps.at(-1);
    const isOfStep = step?.[0]?.executionId === event.executionId && new Date(step[0].at).getTime() === new Date(event.at).getTime();
    if (step !== undefined && isOfStep) step.unshift(event);
    else steps.push([event]);
  }
  return steps.map((step) => step.toSorted((one, other) => Number(isStatus(one)) - Number(isStatus(other))));
}

/** A step of the history: its events with what they changed and their deliveries, its time and the call that caused it. */
function HistoryItem({ step, isDeveloper, reasons }: HistoryItemProps) {
  const nameEvent = useEventName();
  const [first] = step;
  if (first === undefined) return null;
  const { icon, tone } = looks[first.eventType] ?? { icon: Zap, tone: "neutral" };
  return (
    <TimelineItem icon={icon} tone={tone} title={nameEvent(first)} time={<TimeStamp at={first.at} as="second" focusable />}>
      <div className="grid gap-1 text-sm">
        {step.map((event) => (
          <Fragment key={event.id}>
            <HistoryChanges changes={event.changes} reasons={reasons} />
            <code className="font-mono [overflow-wrap:anywhere]" title={nameEvent(event)}>
              {event.eventType}
            </code>
            {isDeveloper ? <Deliveries event={event} /> : null}
          </Fragment>
        ))}
        <Cause event={first} />
      </div>
    </TimelineItem>
  );
}

function useEventName(): (event: HistoryEntry) => string {
  const t = useTranslations("contracts.history");
  return ({ eventType }) => {
    const name = `events.${eventType.slice("v2.".length)}` as "events.contract.created";
    return t.has(name) ? t(name) : eventType;
  };
}

function Cause({ event: { executionId, player, call } }: { event: HistoryEntry }) {
  const environment = useEnvironment();
  const t = useTranslations("contracts.history");
  const origin = originOf(executionId);
  if (origin !== "call") return <p>{t(`origins.${origin ?? "time"}`)}</p>;
  if (player !== null) return <p>{t("byPlayer", { name: player })}</p>;
  if (call === null) {
    return (
      <p className="[overflow-wrap:anywhere]">
        {t("call")} <code className="font-mono">{executionId}</code>
      </p>
    );
  }
  return (
    <p className="flex items-start gap-2">
      <HttpStatus status={call.status} />
      <TextLink href={`/${environment}/calls/${executionId}`} className="min-w-0">
        <code className="font-mono [overflow-wrap:anywhere]" title={call.path}>
          {`${call.method} ${shortPath(call.path)}`}
        </code>
      </TextLink>
    </p>
  );
}

function Deliveries({ event: { id, deliveries } }: { event: HistoryEntry }) {
  const environment = useEnvironment();
  const t = useTranslations("contracts.history");
  const counts = Object.entries(deliveries ?? {}) as [DeliveryStatus, number][];
  if (counts.length === 0) return <p>{t("noDeliveries")}</p>;
  const all = counts.reduce((sum, [, count]) => sum + count, 0);
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <TextLink href={`/${environment}/deliveries?search=${id}`}>{t("deliveries", { count: all })}</TextLink>
      {counts.map(([status, count]) => (
        <span key={status} className="inline-flex items-center gap-1">
          <StatusBadge of="delivery" status={status} />
          {all === 1 ? null : <span className="tabular-nums">{count}</span>}
        </span>
      ))}
    </p>
  );
}

/** The changes of an event: "End 22 Feb → 23 Mar", or names such as "Document refused Invoice". */
function HistoryChanges({ changes, reasons }: { changes: readonly Change[]; reasons?: SettlementReasons | undefined }) {
  const t = useTranslations("contracts.history");
  const types = useTranslations("claims.settlements.types");
  if (changes.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      {changes.map((change) => (
        <li key={change.field === "settlement" ? change.id : change.field} className="inline-flex flex-wrap items-center gap-x-1.5">
          <span className="text-muted-foreground">{change.field === "settlement" ? types(change.type) : t(`changed.${change.field}`)}</span>
          {change.field === "settlement" ? (
            <>
              <span className="font-medium">
                <Money euros={change.amount} />
              </span>
              {reasons?.[change.id] === undefined ? null : <q className="[overflow-wrap:anywhere]">{reasons[change.id]}</q>}
            </>
          ) : "names" in change ? (
            <span className={cn("font-medium [overflow-wrap:anywhere]", codes.includes(change.field) && "font-mono text-sm")}>
              {change.names.join(", ")}
            </span>
          ) : (
            <>
              <Value change={change} edge="from" />
              <ArrowRight aria-label={t("changed.to")} className="size-3.5 text-muted-foreground" />
              <span className="font-medium">
                <Value change={change} edge="to" />
              </span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function Value({
  change,
  edge,
}: {
  change: Exclude<Change, { names: readonly string[] } | { field: "settlement" }>;
  edge: "from" | "to";
}): ReactNode {
  const word = useTranslations("common.statuses.claim");
  const option = useTranslations("contracts.options");
  switch (change.field) {
    case "start":
    case "end":
      return <TimeStamp at={change[edge]} as="day" />;
    case "price":
      return <Money euros={change[edge]} />;
    case "products":
    case "months":
      return <span className="tabular-nums">{change[edge]}</span>;
    case "status":
      return word(change[edge]);
    case "options":
      return change[edge].length === 0 ? "—" : change[edge].map((name) => option(name as Option)).join(", ");
  }
}
