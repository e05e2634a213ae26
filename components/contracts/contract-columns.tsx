"use client";

import { useTranslations } from "next-intl";
import { CoverPeriod } from "#components/contracts/cover-period.tsx";
import type { ContractRowData } from "#components/contracts/queries.ts";
import { ShortIdentifier, SubjectTitle } from "#components/kit/facts/facts.tsx";
import { Money } from "#components/kit/facts/figures.tsx";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import type { Column } from "#components/kit/list/data-row.tsx";
import { RenterLink } from "#components/renters/renter-link.tsx";
import { useEnvironment } from "#components/shell/environment.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { titleOf } from "#lib/delivery/deliveries/subject.ts";
import { eurosFromCents } from "#lib/platform/money/money.ts";

/** The columns of a list of contracts; a renter's page leaves out the renter. */
export function useContractColumns({ hasRenter = true }: { hasRenter?: boolean } = {}): Column<ContractRowData>[] {
  const environment = useEnvironment();
  const t = useTranslations("contracts");
  const renter: Column<ContractRowData> = {
    key: "renter",
    header: t("columns.renter"),
    cell: (row) => <RenterLink uid={row.uid} name={row.renter} />,
    from: "wider",
  };
  return [
    { key: "title", header: t("columns.cid"), cell: (contract) => <Title contract={contract} />, grows: true },
    {
      key: "customer",
      header: t("columns.customer"),
      cell: ({ subject: { customer } }) => (
        <span className="block truncate sm:max-w-44" title={customer ?? undefined}>
          {customer ?? "—"}
        </span>
      ),
      phone: "below",
    },
    { key: "status", header: t("columns.status"), cell: ({ status }) => <StatusBadge of="contract" status={status} />, phone: "end" },
    {
      key: "contractType",
      header: t("columns.type"),
      cell: ({ contractType, test }) => (
        <span className="inline-flex gap-1">
          <Badge>{contractType}</Badge>
          {test && environment === "production" ? <Badge tone="outline">{t("test")}</Badge> : null}
        </span>
      ),
      from: "wide",
    },
    ...(hasRenter ? [renter] : []),
    {
      key: "startDate",
      header: t("columns.cover"),
      cell: ({ startDate, endDate }) => <CoverPeriod from={startDate} until={endDate} />,
      phone: "belowEnd",
    },
    {
      key: "priceCents",
      header: t("columns.premium"),
      cell: ({ priceCents }) => <Money euros={eurosFromCents(priceCents)} />,
      align: "right",
      from: "medium",
    },
    {
      key: "cid",
      header: t("columns.identifier"),
      cell: ({ cid }) => <ShortIdentifier id={cid} what={t("facts.theCid")} />,
      from: "widest",
    },
  ];
}

/** What the contract insures. */
function Title({ contract: { cid, subject, products } }: { contract: ContractRowData }) {
  const t = useTranslations("contracts");
  const first = titleOf([subject.product, subject.marking]);
  if (first === null) return <span title={cid}>{t("noProducts")}</span>;
  const more = products - 1;
  return (
    <span title={more < 1 ? first : t("moreProducts", { first, count: more })}>
      <SubjectTitle name={subject.product} marking={subject.marking} rest={more < 1 ? "" : `+${more}`} />
    </span>
  );
}
