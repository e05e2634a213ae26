"use client";

import { useQuery } from "@tanstack/react-query";
import { ScrollText, SearchX } from "lucide-react";
import { useTimeZone, useTranslations } from "next-intl";
import Link from "next/link";
import { useMemo } from "react";
import type { Wire } from "#components/portal/api.ts";
import { describeColumns } from "#components/portal/columns.ts";
import { DataTable } from "#components/portal/data-table.tsx";
import { EmptyState } from "#components/portal/empty-state.tsx";
import { ChoiceFilter, DateRangeFilter, FilterBar, SearchFilter } from "#components/portal/filters.tsx";
import { Pager } from "#components/portal/pager.tsx";
import { TimeStamp } from "#components/portal/time-stamp.tsx";
import { useListFilters } from "#components/portal/use-list-filters.ts";
import { AuditDetails } from "#components/support/audit-details.tsx";
import { auditFilters, auditQuery } from "#components/support/queries.ts";
import { useActionName } from "#components/support/use-action-name.ts";
import type { AuditRow } from "#lib/audit/list.ts";
import { auditActions } from "#lib/support/schema.ts";

type Row = Wire<AuditRow>;

const column = describeColumns<Row>();
const idOf = ({ id }: Row) => id;

/** Who did what, when, why and from where. */
export function AuditList() {
  const t = useTranslations("audit");
  const nameAction = useActionName();
  const zone = useTimeZone() ?? "UTC";
  const filters = useListFilters(auditFilters);
  const { values, setFilters } = filters;
  const query = useQuery(auditQuery(values, zone));
  const columns = useMemo(
    () => [
      column.accessor("action", {
        header: t("columns.action"),
        cell: (cell) => <span className="font-medium">{nameAction(cell.getValue())}</span>,
      }),
      column.accessor("actor", { header: t("columns.actor"), cell: (cell) => <ActorName actor={cell.getValue()} /> }),
      column.accessor("subjectId", { header: t("columns.subject"), cell: (cell) => <SubjectLink id={cell.getValue()} /> }),
      column.accessor("reason", {
        header: t("columns.reason"),
        cell: (cell) => (
          <span className="block max-w-64 [overflow-wrap:anywhere] sm:line-clamp-2" title={cell.getValue() ?? undefined}>
            {cell.getValue() ?? <span className="text-muted-foreground">—</span>}
          </span>
        ),
      }),
      column.accessor("address", {
        header: t("columns.address"),
        cell: (cell) => <span className="font-mono text-sm">{cell.getValue() ?? <span className="text-muted-foreground">—</span>}</span>,
      }),
      column.accessor("at", { header: t("columns.at"), cell: (cell) => <TimeStamp at={cell.getValue()} as="second" /> }),
      column.display({
        id: "details",
        header: () => <span className="sr-only">{t("details")}</span>,
        cell: ({ row }) => <AuditDetails entry={row.original} />,
        meta: { align: "right" },
      }),
    ],
    [t, nameAction],
  );
  return (
    <>
      <FilterBar isFiltered={filters.isFiltered} clear={filters.clear}>
        <SearchFilter
          label={t("filters.actor")}
          placeholder={t("filters.actorPlaceholder")}
          value={values.actor ?? ""}
          onChange={(actor) => setFilters({ actor: actor === "" ? null : actor })}
          className="sm:w-68"
        />
        <SearchFilter
          label={t("filters.subject")}
          placeholder={t("filters.subjectPlaceholder")}
          value={values.subject ?? ""}
          onChange={(subject) => setFilters({ subject: subject === "" ? null : subject })}
          className="sm:w-56"
        />
        <ChoiceFilter
          label={t("columns.action")}
          choices={auditActions.map((value) => ({ value, label: nameAction(value), hint: value }))}
          value={values.action ?? []}
          onChange={(action) => setFilters({ action })}
        />
        <DateRangeFilter label={t("filters.days")} from={values.from ?? ""} to={values.to ?? ""} onChange={setFilters} />
      </FilterBar>
      <DataTable
        label={t("title")}
        columns={columns}
        rows={query.data?.rows}
        query={query}
        idOf={idOf}
        empty={
          <EmptyState icon={filters.isFiltered ? SearchX : ScrollText} title={filters.isFiltered ? t("noMatchTitle") : t("emptyTitle")}>
            {filters.isFiltered ? t("noMatch") : t("empty")}
          </EmptyState>
        }
        pager={<Pager page={query.data} isPaged={filters.isPaged} go={filters.go} />}
      />
    </>
  );
}

function ActorName({ actor }: { actor: Row["actor"] }) {
  const t = useTranslations("audit.actors");
  return (
    <span className="grid min-w-0">
      <span className={actor.type === "apiKey" || actor.type === "system" ? "font-mono text-sm" : undefined}>{actor.name}</span>
      <span className="text-sm text-muted-foreground [overflow-wrap:anywhere]">{actor.partner?.name ?? t(actor.type)}</span>
    </span>
  );
}

function SubjectLink({ id }: { id: string }) {
  return (
    <Link
      href={`/support/lookup?${new URLSearchParams({ q: id })}`}
      title={id}
      className="inline-block max-w-full truncate align-bottom font-mono text-sm text-link hover:underline sm:max-w-52"
    >
      {id}
    </Link>
  );
}
