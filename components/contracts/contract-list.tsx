"use client";

import { useQuery } from "@tanstack/react-query";
import { FileCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useContractColumns } from "#components/contracts/contract-columns.tsx";
import { ContractFilterBar } from "#components/contracts/contract-filter-bar.tsx";
import { contractFilters, contractsQuery } from "#components/contracts/queries.ts";
import type { ContractRowData } from "#components/contracts/queries.ts";
import { BoundedTable } from "#components/portal/bounded-table.tsx";
import { EmptyState } from "#components/portal/empty-state.tsx";
import { useListFilters } from "#components/portal/use-list-filters.ts";
import { Button } from "#components/ui/button.tsx";
import type { Environment } from "#lib/partners/schema.ts";
import type { RenterName } from "#lib/renters/list-names.ts";

const idOf = ({ cid }: ContractRowData) => cid;

/** The contracts of an environment. */
export function ContractList({ environment, renters }: { environment: Environment; renters: readonly RenterName[] }) {
  const t = useTranslations("contracts");
  const filters = useListFilters(contractFilters);
  const query = useQuery(contractsQuery(environment, filters.values));
  const columns = useContractColumns(environment);
  return (
    <>
      <ContractFilterBar
        environment={environment}
        values={filters.values}
        set={filters.setFilters}
        clear={filters.clear}
        isFiltered={filters.isFiltered}
        renters={renters}
      />
      <BoundedTable
        label={t("title")}
        columns={columns}
        query={query}
        idOf={idOf}
        hrefOf={({ cid }) => `/${environment}/contracts/${cid}`}
        filters={filters}
        noMatch={{ title: t("noMatchTitle"), text: t("noMatch") }}
        nothing={<NoContracts />}
      />
    </>
  );
}

function NoContracts() {
  const t = useTranslations("contracts");
  return (
    <EmptyState
      icon={FileCheck}
      title={t("emptyTitle")}
      action={
        <Button asChild>
          <Link href="/docs/first-contract">{t("emptyAction")}</Link>
        </Button>
      }
    >
      {t("empty")}
    </EmptyState>
  );
}
