"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps, ReactNode } from "react";
import { shortPath } from "#components/calls/call-link.tsx";
import type { DescribedChoices } from "#components/calls/described-choices.ts";
import { SourceBadge } from "#components/calls/source-badge.tsx";
import { Explorer } from "#components/kit/explorer/explorer.tsx";
import { Duration } from "#components/kit/facts/figures.tsx";
import { HttpStatus } from "#components/kit/facts/status-badge.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import type { Column } from "#components/kit/list/data-row.tsx";
import { useHrefOf } from "#components/shell/environment.tsx";
import { InsuranceLink } from "#components/shell/insurance-link.tsx";
import { Badge } from "#components/ui/badge.tsx";
import type { CallSource } from "#lib/account/worlds/call-sources.ts";
import { callFilters, unknownEndpoint } from "#lib/developer/calls/list-filters.ts";
import type { CallRow, CallSubject } from "#lib/developer/calls/list.ts";

const classes = ["2xx", "4xx", "5xx"] as const;
const idOf = ({ executionId }: CallRow) => executionId;

/** The calls of a world, for its owners and for support. */
export function CallExplorer({
  choices,
  show,
  ...list
}: {
  choices: DescribedChoices;
  /** Shows a call beside the list. */
  show: (executionId: string) => ReactNode;
} & Pick<ComponentProps<typeof Explorer<typeof callFilters, CallRow>>, "filters" | "query" | "summary" | "hrefOf" | "nothing">) {
  const t = useTranslations("calls");
  const columns = useCallColumns();
  const words = (name: "endpoint" | "method" | "errorCode" | "key") => ({ label: t(`filters.${name}`) });
  return (
    <Explorer
      {...list}
      texts={t}
      series={[
        { key: "succeeded", label: t("outcomes.succeeded"), tone: "main" },
        { key: "refused", label: t("outcomes.refused"), tone: "refused" },
        { key: "failed", label: t("outcomes.failed"), tone: "fault" },
        { key: "marked", label: t("outcomes.marked"), tone: "aside" },
      ]}
      preview={{ title: t("one"), show }}
      sayNew={(count, more) => t("newRows", { count, more })}
      declared={callFilters}
      words={{
        search: { label: t("filters.searchLabel"), placeholder: t("filters.searchPlaceholder") },
        errorCode: { ...words("errorCode"), choices: choices.errorCodes },
        endpoint: {
          ...words("endpoint"),
          choices: choices.endpoints.map((choice) =>
            choice.value === unknownEndpoint ? { ...choice, label: t("filters.unknownEndpoint") } : choice,
          ),
        },
        status: {
          label: t("filters.status"),
          tabs: { all: t("filters.all"), values: classes, others: t("filters.code") },
          labelOf: (value) => t(`filters.classes.${value as (typeof classes)[number]}`),
          choices: choices.statuses,
        },
        source: { label: t("filters.source"), labelOf: (source) => t(`sources.${source as CallSource}`) },
        key: { ...words("key"), choices: choices.keys, isClosed: true },
        method: { ...words("method"), choices: choices.methods },
        from: { label: t("filters.time") },
        to: { label: t("filters.time") },
      }}
      columns={columns}
      idOf={idOf}
    />
  );
}

function useCallColumns(): Column<CallRow>[] {
  const t = useTranslations("calls");
  return [
    {
      key: "path",
      header: t("columns.call"),
      cell: (call) => (
        <span className="font-mono text-sm" title={call.path}>
          <span className="text-muted-foreground">{call.method}</span>
          {` ${shortPath(call.path)}`}
          {call.preview ? (
            <Badge tone="outline" className="ml-2 font-sans">
              {t("preview")}
            </Badge>
          ) : null}
          <SourceBadge source={call.source} className="ml-2 font-sans xl:hidden" />
        </span>
      ),
      grows: true,
    },
    {
      key: "status",
      header: t("columns.status"),
      cell: ({ status, errorCode }) => (
        <span className="inline-flex items-center gap-2 align-middle">
          <HttpStatus status={status} />
          {errorCode === null ? null : <span className="font-mono text-sm">{errorCode}</span>}
        </span>
      ),
      phone: "end",
    },
    {
      key: "about",
      header: t("columns.about"),
      cell: ({ about }) => (about === null ? <span className="text-muted-foreground">—</span> : <CallSubjectLink about={about} />),
      from: "wide",
    },
    {
      key: "company",
      header: t("columns.company"),
      cell: ({ company }) => (
        <span className="block max-w-40 truncate text-sm" title={company ?? undefined}>
          {company ?? "—"}
        </span>
      ),
      from: "wide",
    },
    {
      key: "key",
      header: t("columns.key"),
      cell: ({ keyPreview }) => (
        <span className="font-mono text-xs text-muted-foreground">{keyPreview === null ? t("facts.keyGone") : `${keyPreview}…`}</span>
      ),
      from: "widest",
    },
    {
      key: "source",
      header: t("columns.source"),
      cell: ({ source }) => <span className="text-sm whitespace-nowrap">{t(`sources.${source}`)}</span>,
      from: "wide",
    },
    {
      key: "durationMs",
      header: t("columns.duration"),
      cell: ({ durationMs }) => <Duration ms={durationMs} />,
      align: "right",
      phone: "belowEnd",
    },
    { key: "at", header: t("columns.time"), cell: ({ at }) => <TimeStamp at={at} as="second" />, phone: "below" },
    {
      key: "executionId",
      header: t("columns.executionId"),
      cell: ({ executionId }) => <span className="font-mono text-xs text-muted-foreground">{executionId}</span>,
      from: "widest",
    },
  ];
}

const folders = { contract: "contracts", claim: "claims", product: "products" } as const satisfies Record<CallSubject["kind"], string>;

/** The contract, claim or product of a call; in a row above the row's own link. */
function CallSubjectLink({ about: { kind, id, name } }: { about: CallSubject }) {
  const hrefOf = useHrefOf();
  return (
    <InsuranceLink href={hrefOf(folders[kind], id)} className="relative block max-w-40 truncate font-mono text-xs">
      {name}
    </InsuranceLink>
  );
}
