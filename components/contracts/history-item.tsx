"use client";

import {
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
  Pencil,
  Send,
  Undo,
  Zap,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { Fragment } from "react";
import type { ComponentProps } from "react";
import { shortPath } from "#components/calls/short-path.ts";
import { HistoryChanges } from "#components/contracts/history-changes.tsx";
import type { SettlementReasons } from "#components/contracts/history-changes.tsx";
import { HttpStatus, StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { TimelineItem } from "#components/kit/facts/timeline.tsx";
import { useEnvironment } from "#components/shell/use-environment.ts";
import type { DeliveryStatus } from "#lib/delivery/deliveries/schema.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import { originOf } from "#lib/delivery/events/origin.ts";
import type { HistoryEntry } from "#lib/developer/events/history.ts";

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

/** A step of the history: its events with what they changed and their deliveries, its time and the call that caused it. */
export function HistoryItem({ step, isDeveloper, reasons }: HistoryItemProps) {
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
