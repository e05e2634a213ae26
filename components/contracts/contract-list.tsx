"use client";

import { useQuery } from "@tanstack/react-query";
import { FileCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useContractColumns } from "#components/contracts/contract-columns.tsx";
import { contractParsers, contractsQuery } from "#components/contracts/queries.ts";
import type { ContractRowData } from "#components/contracts/queries.ts";
import { useListFilters } from "#components/kit/filters/use-list-filters.ts";
import { ResourceList } from "#components/kit/list/resource-list.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { useClockOffset } from "#components/sandbox/use-clock.ts";
import { useEnvironment } from "#components/shell/environment.tsx";
import { Button } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";
import type { ContractType } from "#lib/insurance/catalogue/catalogue.ts";
import type { ContractStatus } from "#lib/insurance/catalogue/schema.ts";
import { contractFilters } from "#lib/insurance/contracts/list-filters.ts";
import type { RenterName } from "#lib/insurance/renters/list.ts";

const idOf = ({ cid }: ContractRowData) => cid;

/** The contracts of an environment. The filter for test contracts is for production, since all contracts of development are tests. */
export function ContractList({ renters }: { renters: readonly RenterName[] }) {
  const environment = useEnvironment();
  const t = useTranslations("contracts");
  const word = useTranslations("common.statuses.contract");
  const columns = useContractColumns();
  const clockOffsetMs = useClockOffset();
  const filters = useListFilters(contractParsers);
  const query = useQuery(contractsQuery(environment, filters.values));
  return (
    <ResourceList
      texts={t}
      declared={contractFilters}
      filters={filters}
      query={query}
      words={{
        search: { label: t("filters.searchLabel"), placeholder: t("filters.searchPlaceholder") },
        renter: {
          label: t("filters.renter"),
          placeholder: t("filters.renterPlaceholder"),
          choices: renters.map(({ uid, name }) => ({ value: uid, label: name })),
        },
        status: { label: t("filters.status"), tabs: { all: t("filters.all") }, labelOf: (status) => word(status as ContractStatus) },
        type: { label: t("filters.type"), hintOf: (type) => t(`types.${type as ContractType}`) },
        test: {
          label: t("filters.kind"),
          labelOf: (isTest) => t(isTest === "true" ? "filters.test" : "filters.real"),
          isHidden: environment === "development",
        },
        coveredOn: { label: t("filters.coveredOn"), clockOffsetMs },
        from: { label: t("filters.created"), clockOffsetMs },
        to: { label: t("filters.created") },
      }}
      columns={columns}
      idOf={idOf}
      hrefOf={({ cid }) => `/${environment}/contracts/${cid}`}
      nothing={<NoContracts />}
    />
  );
}

function NoContracts() {
  const t = useTranslations("contracts");
  return (
    <EmptyState
      icon={FileCheck}
      texts={t}
      action={
        <Button asChild>
          <Link href="/docs/first-contract">{t("emptyAction")}</Link>
        </Button>
      }
    />
  );
}
