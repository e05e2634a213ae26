"use client";

import { useQuery } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { trpc } from "#components/kit/api/api.ts";
import { KeyValue, KeyValueList } from "#components/kit/facts/facts.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { useListFilters } from "#components/kit/filters/use-list-filters.ts";
import type { Column } from "#components/kit/list/data-row.tsx";
import { ResourceList } from "#components/kit/list/resource-list.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { ErrorState } from "#components/kit/states/error-state.tsx";
import { MailText } from "#components/notices/mail-text.tsx";
import { noticeParsers, noticesQuery, partnerNoticeParsers, partnerNoticesQuery } from "#components/notices/queries.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogContent, DialogHeader, DialogTrigger, focusWhole } from "#components/ui/dialog.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { noticeFilters, partnerNoticeFilters } from "#lib/delivery/notices/list-filters.ts";
import type { NoticeRow } from "#lib/delivery/notices/list.ts";
import type { NoticeKind, NoticeStatus } from "#lib/platform/mail/notice-schema.ts";

const tones = { waiting: "info", retrying: "warning", sent: "success", failed: "danger" } as const satisfies Record<NoticeStatus, string>;
const idOf = ({ id }: NoticeRow) => id;

/** The e-mails and alerts of the installation, for support. */
export function NoticeList() {
  const t = useTranslations("notices");
  const words = useFilterLabels();
  const { recipient, kind, status, createdAt } = useColumns();
  const filters = useListFilters(noticeParsers);
  const query = useQuery(noticesQuery(filters.values));
  const columns: Column<NoticeRow>[] = [
    { ...recipient, grows: true },
    { ...kind, phone: "below" },
    status,
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
    createdAt,
  ];
  const nothing = <EmptyState icon={Mail} texts={t} />;
  return <ResourceList texts={t} declared={noticeFilters} {...{ filters, query, words, columns, idOf, nothing }} />;
}

/** The e-mails to the people of a partner, for its owners. */
export function PartnerNoticeList() {
  const t = useTranslations("notices");
  const words = useFilterLabels();
  const { recipient, kind, status, createdAt } = useColumns();
  const filters = useListFilters(partnerNoticeParsers);
  const query = useQuery(partnerNoticesQuery(filters.values));
  const columns: Column<NoticeRow>[] = [
    {
      key: "subject",
      header: t("columns.subject"),
      cell: ({ subject }) => <span className="font-medium [overflow-wrap:anywhere]">{subject}</span>,
    },
    { ...recipient, phone: "below" },
    kind,
    status,
    createdAt,
    {
      key: "open",
      header: <span className="sr-only">{t("one.open")}</span>,
      cell: (notice) => <OpenNotice notice={notice} />,
      align: "right",
      phone: "end",
    },
  ];
  const nothing = <EmptyState icon={Mail} texts={(key) => t(key === "empty" ? "team.empty" : key)} />;
  return <ResourceList texts={t} declared={partnerNoticeFilters} {...{ filters, query, words, columns, idOf, nothing }} />;
}

function useFilterLabels() {
  const t = useTranslations("notices");
  return {
    search: { label: t("filters.search"), placeholder: t("filters.searchPlaceholder") },
    status: { label: t("columns.status"), labelOf: (status: string) => t(`statuses.${status as NoticeStatus}`) },
    kind: { label: t("columns.kind"), labelOf: (kind: string) => t(`kinds.${kind as NoticeKind}`) },
    from: { label: t("filters.time") },
    to: { label: t("filters.time") },
  };
}

function useColumns() {
  const t = useTranslations("notices");
  return {
    recipient: {
      key: "recipient",
      header: t("columns.recipient"),
      cell: ({ recipient }) => <span className="font-mono text-sm [overflow-wrap:anywhere]">{recipient}</span>,
    },
    kind: { key: "kind", header: t("columns.kind"), cell: ({ kind }) => t(`kinds.${kind}`) },
    status: {
      key: "status",
      header: t("columns.status"),
      cell: ({ status }) => <Badge tone={tones[status]}>{t(`statuses.${status}`)}</Badge>,
      phone: "end",
    },
    createdAt: {
      key: "createdAt",
      header: t("columns.createdAt"),
      cell: ({ createdAt }) => <TimeStamp at={createdAt} as="second" />,
      phone: "belowEnd",
    },
  } as const satisfies Record<string, Column<NoticeRow>>;
}

function OpenNotice({ notice: { id, kind, subject, recipient, status, createdAt, sentAt } }: { notice: NoticeRow }) {
  const t = useTranslations("notices");
  const [isOpen, setOpen] = useState(false);
  const { data, error, refetch } = useQuery(trpc.notices.read.queryOptions({ noticeId: id }, { enabled: isOpen }));
  const missing = kind === "invitation" ? t("one.invitation") : t("one.notKept");
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant="ghost" size="sm" aria-label={t("one.openOf", { subject })}>
          {t("one.open")}
        </Button>
      </DialogTrigger>
      <DialogContent className="max-w-2xl" onOpenAutoFocus={focusWhole}>
        <DialogHeader title={subject} description={t(`kinds.${kind}`)} />
        <KeyValueList className="lg:grid-cols-2">
          <KeyValue name={t("columns.recipient")}>{recipient}</KeyValue>
          <KeyValue name={t("columns.status")}>{t(`statuses.${status}`)}</KeyValue>
          <KeyValue name={t("columns.createdAt")} value={<TimeStamp at={createdAt} as="second" focusable />} />
          <KeyValue name={t("columns.sentAt")} value={sentAt === null ? "—" : <TimeStamp at={sentAt} as="second" focusable />} />
        </KeyValueList>
        {error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null ? <Skeleton className="h-40" /> : null}
        {data === undefined ? null : <MailText parts={data.parts ?? [{ part: missing, isLink: false }]} className="border-t pt-3" />}
      </DialogContent>
    </Dialog>
  );
}
