"use client";

import { useQuery } from "@tanstack/react-query";
import { Store } from "lucide-react";
import { useTranslations } from "next-intl";
import { EnvironmentBadge } from "#components/console/links.tsx";
import { AttachRenter } from "#components/console/renters/attach-renter.tsx";
import { AttachHere, DetachRenter } from "#components/console/renters/detach-renter.tsx";
import { partnerRentersQuery, renterParsers } from "#components/console/renters/renter-queries.ts";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { useListFilters } from "#components/kit/filters/use-list-filters.ts";
import type { Column } from "#components/kit/list/data-row.tsx";
import { ResourceList } from "#components/kit/list/resource-list.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { renterFilters } from "#lib/insurance/renters/list-filters.ts";
import type { PartnerRenter } from "#lib/insurance/renters/list.ts";
import { environments } from "#lib/platform/environments.ts";
import type { Environment } from "#lib/platform/environments.ts";

const idOf = ({ uid }: PartnerRenter) => uid;
const hrefOf = ({ uid }: PartnerRenter) => `/support/renters/${encodeURIComponent(uid)}`;

export function PartnerRenters({ partnerId }: { partnerId: string }) {
  const t = useTranslations("companies");
  const filters = useListFilters(renterParsers);
  const query = useQuery(partnerRentersQuery(partnerId, filters.values));
  const columns: Column<PartnerRenter>[] = [
    { key: "company", header: t("columns.company"), cell: ({ company }) => company },
    {
      key: "uid",
      header: t("columns.uid"),
      cell: ({ uid }) => <code className="block max-w-72 font-mono text-sm [overflow-wrap:anywhere] sm:truncate">{uid}</code>,
      phone: "below",
    },
    { key: "city", header: t("columns.city"), cell: ({ city, country }) => `${city} (${country})`, phone: "belowEnd" },
    ...environments.map((environment): Column<PartnerRenter> => ({
      key: environment,
      header: <EnvironmentBadge environment={environment} />,
      cell: (renter) => <Attachment partnerId={partnerId} environment={environment} renter={renter} />,
      phone: "line",
    })),
  ];
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-2xl text-muted-foreground">{t("ofPartner")}</p>
        <AttachRenter partnerId={partnerId} />
      </div>
      <ResourceList
        texts={t}
        declared={renterFilters}
        filters={filters}
        query={query}
        words={{ search: { label: t("searchLabel"), placeholder: t("searchPlaceholder") } }}
        columns={columns}
        idOf={idOf}
        hrefOf={hrefOf}
        isNewestFirst={false}
        nothing={
          <EmptyState icon={Store} title={t("noneAttachedTitle")}>
            {t("noneAttached")}
          </EmptyState>
        }
      />
    </>
  );
}

function Attachment({ partnerId, environment, renter }: { partnerId: string; environment: Environment; renter: PartnerRenter }) {
  const t = useTranslations("companies");
  const place = { partnerId, environment, uid: renter.uid, renter: renter.company };
  const attachment = renter.attachments.find((each) => each.environment === environment);
  return (
    // Above the row's link.
    <span className="relative z-10 flex flex-wrap items-center gap-x-2">
      <span className="sm:hidden">
        <EnvironmentBadge environment={environment} />
      </span>
      {attachment === undefined ? (
        <span className="text-muted-foreground">{t("notAttached")}</span>
      ) : (
        <span>{t.rich("since", { time: () => <TimeStamp at={attachment.attachedAt} as="day" /> })}</span>
      )}
      {attachment === undefined ? <AttachHere place={place} /> : <DetachRenter place={place} />}
    </span>
  );
}
