"use client";

import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useTranslations } from "next-intl";
import { activityParsers, activityQuery } from "#components/activity/queries.ts";
import { useActionName } from "#components/console/audit/use-action-name.ts";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { useListFilters } from "#components/kit/filters/use-list-filters.ts";
import type { Column } from "#components/kit/list/data-row.tsx";
import { ResourceList } from "#components/kit/list/resource-list.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { useEnvironment } from "#components/shell/environment.tsx";
import { Link } from "#components/ui/link.tsx";
import { activityFilters } from "#lib/developer/activity/list-filters.ts";
import type { ActivityRow } from "#lib/developer/activity/list.ts";

const idOf = ({ id }: ActivityRow) => id;
/** Identifiers that have a page. */
const pageIds = /^(?:exec|dlv|whk|claim|prod|ar|key)_|^[0-9A-HJKMNP-TV-Z]{26}$/;

/** The actions of the partner's users and keys. */
export function ActivityList({ people }: { people: readonly { id: string; name: string }[] }) {
  const environment = useEnvironment();
  const t = useTranslations("audit");
  const nameAction = useActionName();
  const filters = useListFilters(activityParsers);
  const query = useQuery(activityQuery(environment, filters.values));
  const columns: Column<ActivityRow>[] = [
    {
      key: "action",
      header: t("columns.action"),
      cell: ({ action, change }) => (
        <>
          <span className="block font-medium">{nameAction(action, change)}</span>
          {change === null ? null : <Changes change={change} people={people} />}
        </>
      ),
    },
    {
      key: "actor",
      header: t("columns.actor"),
      cell: ({ isKey, actor }) => <span className={isKey ? "font-mono text-sm" : undefined}>{actor}</span>,
      phone: "below",
    },
    {
      key: "subjectId",
      header: t("columns.subject"),
      cell: ({ subjectId }) => <Subject id={subjectId} />,
      phone: "end",
    },
    { key: "address", header: t("columns.address"), cell: ({ address }) => <span className="font-mono text-sm">{address ?? "—"}</span> },
    { key: "at", header: t("columns.at"), cell: ({ at }) => <TimeStamp at={at} as="second" />, phone: "belowEnd" },
  ];
  return (
    <ResourceList
      texts={(key) => t(key === "noMatchTitle" ? key : `activity.${key}`)}
      declared={activityFilters}
      filters={filters}
      query={query}
      words={{
        search: { label: t("filters.subject"), placeholder: t("filters.subjectPlaceholder") },
        action: { label: t("columns.action"), labelOf: nameAction },
        person: {
          label: t("columns.actor"),
          placeholder: t("columns.actor"),
          choices: people.map(({ id, name }) => ({ value: id, label: name })),
        },
        from: { label: t("columns.at") },
        to: { label: t("columns.at") },
      }}
      columns={columns}
      idOf={idOf}
      nothing={<EmptyState icon={History} texts={t} />}
    />
  );
}

function Subject({ id }: { id: string }) {
  const environment = useEnvironment();
  const classes = "inline-block max-w-full truncate align-bottom font-mono text-sm max-sm:max-w-24 sm:max-w-64";
  if (!pageIds.test(id)) return <span className={`${classes} text-muted-foreground`}>{id}</span>;
  return (
    <Link href={`/${environment}/open/${id}`} title={id} className={`${classes} text-link hover:underline`}>
      {id}
    </Link>
  );
}

/** Shows what each changed field was and is. A list shows what was added and removed. `people` gives the names of people. */
function Changes({
  change: { before, ...after },
  people,
}: {
  change: NonNullable<ActivityRow["change"]>;
  people: readonly { id: string; name: string }[];
}) {
  const t = useTranslations("audit.fields");
  const word = useTranslations("exports");
  const common = useTranslations("common");
  const say = (value: unknown) => {
    if (typeof value === "boolean") return word(value ? "yes" : "no");
    if (value === null || value === undefined) return "—";
    if (typeof value !== "string") return JSON.stringify(value);
    return people.find(({ id }) => id === value)?.name ?? value;
  };
  return (
    <ul className="text-sm text-muted-foreground [overflow-wrap:anywhere]">
      {Object.entries(before).map(([field, old]) => (
        <li key={field}>
          {common("named", { name: t.has(field as "name") ? t(field as "name") : field, value: sayChange(old, after[field], say) })}
        </li>
      ))}
    </ul>
  );
}

function sayChange(before: unknown, after: unknown, say: (value: unknown) => string): string {
  if (!Array.isArray(before) || !Array.isArray(after)) return `${say(before)} → ${say(after)}`;
  const added = after.filter((value) => !before.includes(value)).map((value) => `+ ${say(value)}`);
  const removed = before.filter((value) => !after.includes(value)).map((value) => `− ${say(value)}`);
  return [...added, ...removed].join(", ");
}
