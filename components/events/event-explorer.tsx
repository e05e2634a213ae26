"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps, ReactNode } from "react";
import { CallLink } from "#components/calls/call-link.tsx";
import { About, DeliveryCounts, SubjectLink } from "#components/events/about.tsx";
import { Explorer } from "#components/kit/explorer/explorer.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import type { Column } from "#components/kit/list/data-row.tsx";
import { useHrefOf } from "#components/shell/environment.tsx";
import { useEventMeaning } from "#components/webhooks/queries.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import { originOf } from "#lib/delivery/events/origin.ts";
import { eventFilters } from "#lib/developer/events/list-filters.ts";
import type { EventRow } from "#lib/developer/events/list-for-portal.ts";

const idOf = ({ id }: EventRow) => id;

/** The events of a world, for its owners and for support. */
export function EventExplorer({
  show,
  ...list
}: {
  /** Shows an event beside the list. */
  show: (eventId: string) => ReactNode;
} & Pick<ComponentProps<typeof Explorer<typeof eventFilters, EventRow>>, "filters" | "query" | "summary" | "hrefOf" | "nothing">) {
  const t = useTranslations("events");
  const meaning = useEventMeaning();
  const columns: Column<EventRow>[] = [
    {
      key: "eventType",
      header: t("columns.event"),
      cell: ({ eventType }) => (
        <span className="block truncate font-mono text-sm @max-[48rem]:sm:max-w-44" title={eventType}>
          {eventType}
        </span>
      ),
    },
    {
      key: "subject",
      header: t("columns.about"),
      cell: ({ about, subject }) => (about === null ? <SubjectLink subject={subject} /> : <About about={about} subjectId={subject.id} />),
      phone: "below",
      grows: true,
    },
    {
      key: "executionId",
      header: t("columns.cause"),
      cell: (event) => <Cause event={event} />,
      from: "wide",
    },
    {
      key: "deliveries",
      header: t("columns.deliveries"),
      cell: ({ deliveries }) => <DeliveryCounts deliveries={deliveries} />,
      phone: "end",
    },
    { key: "at", header: t("columns.time"), cell: ({ at }) => <TimeStamp at={at} as="second" />, phone: "belowEnd" },
  ];
  return (
    <Explorer
      {...list}
      texts={t}
      series={[{ key: "event", label: t("title"), tone: "main" }]}
      preview={{ title: t("one"), show }}
      sayNew={(count, more) => t("newRows", { count, more })}
      declared={eventFilters}
      words={{
        search: { label: t("filters.search"), placeholder: t("filters.searchPlaceholder") },
        eventType: { label: t("filters.kind"), hintOf: (kind) => meaning(kind as EventType) },
        from: { label: t("filters.time") },
        to: { label: t("filters.time") },
      }}
      columns={columns}
      idOf={idOf}
    />
  );
}

function Cause({ event: { executionId, isCallKept } }: { event: EventRow }) {
  const hrefOf = useHrefOf();
  const t = useTranslations("events");
  const origin = originOf(executionId);
  if (origin !== "call") {
    const text = t(`origins.${origin ?? "time"}`);
    return (
      <span className="block max-w-40 truncate text-muted-foreground" title={text}>
        {text}
      </span>
    );
  }
  return <CallLink executionId={executionId ?? ""} href={hrefOf("calls", executionId ?? "")} isKept={isCallKept} isShort />;
}
