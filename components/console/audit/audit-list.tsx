"use client";

import { useQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { useTranslations } from "next-intl";
import { useActionName } from "#components/console/audit/use-action-name.ts";
import { LookUpLink } from "#components/console/links.tsx";
import { auditParsers, auditQuery } from "#components/console/queries.ts";
import { JsonView } from "#components/kit/code/json-view.tsx";
import { Identifier, KeyValue, KeyValueList } from "#components/kit/facts/facts.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { useListFilters } from "#components/kit/filters/use-list-filters.ts";
import type { Column } from "#components/kit/list/data-row.tsx";
import { ResourceList } from "#components/kit/list/resource-list.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogContent, DialogHeader, DialogTrigger, focusWhole } from "#components/ui/dialog.tsx";
import { Link } from "#components/ui/link.tsx";
import { auditFilters } from "#lib/account/audit/list-filters.ts";
import type { AuditRow } from "#lib/account/audit/list.ts";

const idOf = ({ id }: AuditRow) => id;

export function AuditList() {
  const t = useTranslations("audit");
  const nameAction = useActionName();
  const filters = useListFilters(auditParsers);
  const query = useQuery(auditQuery(filters.values));
  const columns: Column<AuditRow>[] = [
    {
      key: "action",
      header: t("columns.action"),
      cell: ({ action, details }) => <span className="font-medium">{nameAction(action, details)}</span>,
    },
    { key: "actor", header: t("columns.actor"), cell: ({ actor }) => <ActorName actor={actor} />, phone: "below" },
    { key: "subjectId", header: t("columns.subject"), cell: ({ subjectId }) => <SubjectLink id={subjectId} /> },
    {
      key: "reason",
      header: t("columns.reason"),
      cell: ({ reason }) => (
        <span className="block max-w-64 [overflow-wrap:anywhere] @max-[60rem]:max-w-40 sm:line-clamp-2" title={reason ?? undefined}>
          {reason ?? <span className="text-muted-foreground">—</span>}
        </span>
      ),
    },
    {
      key: "address",
      header: t("columns.address"),
      cell: ({ address }) => <span className="font-mono text-sm">{address ?? <span className="text-muted-foreground">—</span>}</span>,
      from: "wide",
    },
    { key: "at", header: t("columns.at"), cell: ({ at }) => <TimeStamp at={at} as="second" />, phone: "belowEnd" },
    {
      key: "details",
      header: <span className="sr-only">{t("details")}</span>,
      cell: (entry) => <AuditDetails entry={entry} />,
      align: "right",
      phone: "end",
    },
  ];
  return (
    <ResourceList
      texts={t}
      declared={auditFilters}
      filters={filters}
      query={query}
      words={{
        actor: { label: t("filters.actor"), placeholder: t("filters.actorPlaceholder") },
        subject: { label: t("filters.subject"), placeholder: t("filters.subjectPlaceholder") },
        action: { label: t("columns.action"), labelOf: nameAction, hintOf: (action) => action },
        from: { label: t("filters.days") },
        to: { label: t("filters.days") },
      }}
      columns={columns}
      idOf={idOf}
      nothing={<EmptyState icon={ScrollText} texts={t} />}
    />
  );
}

function ActorName({ actor }: { actor: AuditRow["actor"] }) {
  const t = useTranslations("audit.actors");
  return (
    <span className="grid min-w-0 sm:whitespace-nowrap">
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
      className="inline-block max-w-full truncate align-bottom font-mono text-sm text-link hover:underline sm:max-w-52 @max-[60rem]:sm:max-w-28"
    >
      {id}
    </Link>
  );
}

function AuditDetails({ entry }: { entry: AuditRow }) {
  const t = useTranslations("audit");
  const nameAction = useActionName();
  const { actor, details } = entry;
  const facts = JSON.stringify(details);
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button variant="ghost" size="sm" aria-label={t("detailsOf", { action: nameAction(entry.action) })}>
          {t("details")}
        </Button>
      </DialogTrigger>
      <DialogContent className="max-w-2xl" onOpenAutoFocus={focusWhole}>
        <DialogHeader title={nameAction(entry.action)} description={<TimeStamp at={entry.at} as="second" focusable />} />
        <KeyValueList className="lg:grid-cols-2">
          <KeyValue name={t("columns.actor")}>
            {actor.name}
            <span className="block text-sm text-muted-foreground">
              {t(`actors.${actor.type}`)}
              {actor.partner === null ? null : `, ${actor.partner.name}`}
            </span>
          </KeyValue>
          <KeyValue name={t("columns.address")}>{entry.address}</KeyValue>
          <KeyValue name={t("columns.subject")} wide>
            <Identifier id={entry.subjectId} what={t("subjectId")} /> <LookUpLink id={entry.subjectId}>{t("lookUp")}</LookUpLink>
          </KeyValue>
          <KeyValue name={t("columns.reason")} wide>
            {entry.reason}
          </KeyValue>
          <KeyValue name={t("entryId")} wide value={<Identifier id={entry.id} what={t("entryId")} />} />
        </KeyValueList>
        {facts === "{}" ? null : <JsonView text={facts} what={t("facts")} />}
      </DialogContent>
    </Dialog>
  );
}
