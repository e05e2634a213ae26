"use client";

import { useQuery } from "@tanstack/react-query";
import { Store } from "lucide-react";
import { useTranslations } from "next-intl";
import { CodeBlock } from "#components/kit/code/json-view.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { useListFilters } from "#components/kit/filters/use-list-filters.ts";
import type { Column } from "#components/kit/list/data-row.tsx";
import { ResourceList } from "#components/kit/list/resource-list.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { renterParsers, rentersQuery } from "#components/renters/queries.ts";
import { useEnvironment } from "#components/shell/environment.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { spellCity } from "#lib/insurance/geo/rules/spell-city.ts";
import { renterFilters } from "#lib/insurance/renters/list-filters.ts";
import type { RenterRow } from "#lib/insurance/renters/list.ts";

const idOf = ({ uid }: RenterRow) => uid;

/** `attachCall` attaches a renter that is open for the partner. */
export function RenterList({ attachCall }: { attachCall: string | undefined }) {
  const environment = useEnvironment();
  const t = useTranslations("renters");
  const filters = useListFilters(renterParsers);
  const query = useQuery(rentersQuery(environment, filters.values));
  const columns: Column<RenterRow>[] = [
    { key: "company", header: t("columns.company"), cell: ({ company }) => company },
    { key: "uid", header: t("columns.uid"), cell: ({ uid }) => <code className="font-mono text-sm">{uid}</code>, phone: "below" },
    { key: "city", header: t("columns.city"), cell: ({ city, country }) => `${spellCity(city)} (${country})`, phone: "belowEnd" },
    {
      key: "contractTypes",
      header: t("columns.terms"),
      cell: ({ contractTypes }) => (
        <span className="flex flex-wrap gap-1">
          {contractTypes.map((type) => (
            <Badge key={type}>{type}</Badge>
          ))}
        </span>
      ),
      phone: "end",
    },
    { key: "attachedAt", header: t("columns.attached"), cell: ({ attachedAt }) => <TimeStamp at={attachedAt} /> },
  ];

  return (
    <ResourceList
      texts={t}
      declared={renterFilters}
      filters={filters}
      query={query}
      words={{ search: { label: t("searchLabel"), placeholder: t("searchPlaceholder") } }}
      columns={columns}
      idOf={idOf}
      hrefOf={({ uid }) => `/${environment}/renters/${encodeURIComponent(uid)}`}
      isNewestFirst={false}
      nothing={<NoRenters attachCall={attachCall} />}
    />
  );
}

function NoRenters({ attachCall }: { attachCall: string | undefined }) {
  const t = useTranslations("renters");
  return (
    <EmptyState
      icon={Store}
      texts={(key) => t(key === "empty" && attachCall === undefined ? "emptyUnopened" : key)}
      action={
        <div className="grid w-full max-w-xl gap-4 text-left">
          {attachCall === undefined ? null : <CodeBlock text={attachCall} what={t("attachCall")} />}
          <LinkButton variant="outline" className="justify-self-center" href="/docs/first-contract#renter">
            {t("emptyAction")}
          </LinkButton>
        </div>
      }
    />
  );
}
