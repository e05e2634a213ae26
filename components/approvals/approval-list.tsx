"use client";

import { useQuery } from "@tanstack/react-query";
import { UserCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { approvalsQuery, declinedQuery } from "#components/approvals/queries.ts";
import { Money } from "#components/kit/facts/figures.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import type { Column } from "#components/kit/list/data-row.tsx";
import { DataTable } from "#components/kit/list/data-table.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { Badge } from "#components/ui/badge.tsx";
import type { Approval, Declined } from "#lib/account/approvals/list.ts";
import { eurosFromCents } from "#lib/platform/money/money.ts";

/** Lists the proposals that wait for a second person. A row links to the page on which it is decided. */
export function ApprovalList() {
  const t = useTranslations("approvals");
  const query = useQuery(approvalsQuery);
  return (
    <DataTable
      label={t("title")}
      columns={useColumns()}
      rows={query.data}
      query={query}
      idOf={({ id }) => id}
      hrefOf={addressOf}
      empty={<EmptyState icon={UserCheck} texts={t} />}
    />
  );
}

/** Lists the viewer's proposals that were declined lately, with who declined each and why. */
export function DeclinedList() {
  const t = useTranslations("approvals");
  const query = useQuery(declinedQuery);
  const { what, detail, amount } = useProposalColumns();
  if (query.data === undefined || query.data.length === 0) return null;
  const columns: Column<Declined>[] = [
    what,
    detail,
    amount,
    { key: "by", header: t("columns.declinedBy"), cell: ({ by }) => by, phone: "line" },
    { key: "at", header: t("columns.declinedAt"), cell: ({ at }) => <TimeStamp at={at} />, phone: "belowEnd", from: "medium" },
    { key: "reason", header: t("columns.reason"), cell: ({ reason }) => reason ?? "—", grows: true, phone: "line" },
  ];
  return (
    <section className="mt-8 grid gap-3">
      <h2 className="text-lg font-semibold tracking-tight">{t("declined")}</h2>
      <DataTable
        label={t("declined")}
        columns={columns}
        rows={query.data}
        query={query}
        idOf={({ id }) => id}
        hrefOf={addressOf}
        empty={null}
      />
    </section>
  );
}

type Proposed = Pick<Approval, "kind" | "subjectId" | "subject" | "detail" | "amountCents">;

function addressOf({ kind, subjectId }: Proposed): string {
  if (kind === "priceList" || kind === "priceListWithdrawal") return `/support/prices/${subjectId}`;
  if (kind === "payerAccount") return "/support/payments";
  if (kind === "payeeAccount") return `/support/renters/${encodeURIComponent(subjectId)}`;
  return `/support/claims/${subjectId}`;
}

function useProposalColumns(): Record<"what" | "detail" | "amount", Column<Proposed>> {
  const t = useTranslations("approvals");
  const nameOf = ({ kind, subject }: Proposed) => (kind.startsWith("priceList") && subject === "public" ? t("publicList") : subject);
  return {
    what: {
      key: "what",
      header: t("columns.what"),
      cell: (row) => (
        <span className="block truncate sm:max-w-52" title={nameOf(row)}>
          {t("what", { kind: t(`kinds.${row.kind}`), name: nameOf(row) })}
        </span>
      ),
    },
    detail: {
      key: "detail",
      header: t("columns.detail"),
      cell: ({ detail }) => (
        <span className="block truncate sm:max-w-48" title={detail}>
          {detail}
        </span>
      ),
      phone: "below",
      from: "medium",
    },
    amount: {
      key: "amount",
      header: t("columns.amount"),
      cell: ({ amountCents }) => (amountCents === null ? null : <Money euros={eurosFromCents(amountCents)} />),
      align: "right",
      phone: "end",
    },
  };
}

function useColumns(): Column<Approval>[] {
  const t = useTranslations("approvals");
  const { what, detail, amount } = useProposalColumns();
  return [
    what,
    detail,
    amount,
    { key: "by", header: t("columns.by"), cell: ({ proposedByName }) => proposedByName ?? "—", phone: "line" },
    { key: "at", header: t("columns.at"), cell: ({ proposedAt }) => <TimeStamp at={proposedAt} />, phone: "belowEnd", from: "medium" },
    {
      key: "state",
      header: t("columns.state"),
      cell: ({ isOwn, hasApprover }) => (
        <span className="grid justify-items-start gap-0.5">
          <Badge tone={isOwn ? "neutral" : "warning"}>{t(isOwn ? "own" : "yours")}</Badge>
          {hasApprover ? null : <span className="text-sm text-muted-foreground sm:max-w-44">{t("nobody")}</span>}
        </span>
      ),
      phone: "line",
    },
  ];
}
