"use client";

import { useQuery } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { useTranslations } from "next-intl";
import { noticeParsers, noticesQuery } from "#components/console/notices/queries.ts";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { useListFilters } from "#components/kit/filters/use-list-filters.ts";
import type { Column } from "#components/kit/list/data-row.tsx";
import { ResourceList } from "#components/kit/list/resource-list.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { noticeFilters } from "#lib/delivery/notices/list-filters.ts";
import type { NoticeRow } from "#lib/delivery/notices/list.ts";
import type { NoticeKind, NoticeStatus } from "#lib/platform/mail/notice-schema.ts";

const tones = { waiting: "info", retrying: "warning", sent: "success", failed: "danger" } as const satisfies Record<NoticeStatus, string>;
const idOf = ({ id }: NoticeRow) => id;

/** The e-mails and alerts that were sent or are to be sent. */
export function NoticeList() {
  const t = useTranslations("notices");
  const columns = useNoticeColumns();
  const filters = useListFilters(noticeParsers);
  const query = useQuery(noticesQuery(filters.values));
  return (
    <ResourceList
      texts={t}
      declared={noticeFilters}
      filters={filters}
      query={query}
      words={{
        search: { label: t("filters.search"), placeholder: t("filters.searchPlaceholder") },
        status: { label: t("columns.status"), labelOf: (status) => t(`statuses.${status as NoticeStatus}`) },
        kind: { label: t("columns.kind"), labelOf: (kind) => t(`kinds.${kind as NoticeKind}`) },
        from: { label: t("filters.time") },
        to: { label: t("filters.time") },
      }}
      columns={columns}
      idOf={idOf}
      nothing={<EmptyState icon={Mail} texts={t} />}
    />
  );
}

function useNoticeColumns(): Column<NoticeRow>[] {
  const t = useTranslations("notices");
  return [
    {
      key: "recipient",
      header: t("columns.recipient"),
      cell: ({ recipient }) => <span className="font-mono text-sm [overflow-wrap:anywhere]">{recipient}</span>,
      grows: true,
    },
    { key: "kind", header: t("columns.kind"), cell: ({ kind }) => t(`kinds.${kind}`), phone: "below" },
    {
      key: "status",
      header: t("columns.status"),
      cell: ({ status }) => <Badge tone={tones[status]}>{t(`statuses.${status}`)}</Badge>,
      phone: "end",
    },
    {
      key: "attempts",
      header: t("columns.attempts"),
      cell: ({ attempts, lastError }) => (lastError === null ? String(attempts) : `${attempts} (${lastError})`),
    },
    {
      key: "dueAt",
      header: t("columns.next"),
      cell: ({ dueAt }) => (dueAt === null ? "—" : <TimeStamp at={dueAt} />),
    },
    {
      key: "createdAt",
      header: t("columns.createdAt"),
      cell: ({ createdAt }) => <TimeStamp at={createdAt} as="second" />,
      phone: "belowEnd",
    },
  ];
}
