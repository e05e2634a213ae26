"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight } from "lucide-react";
import { useTimeZone, useTranslations } from "next-intl";
import { CallExplorer } from "#components/calls/call-explorer.tsx";
import type { DescribedChoices } from "#components/calls/described-choices.ts";
import { callParsers } from "#components/calls/queries.ts";
import { PartnerCallPreview } from "#components/console/traffic/partner-call-preview.tsx";
import { partnerCallsQuery, partnerCallSummaryQuery } from "#components/console/traffic/queries.ts";
import type { OfWorld } from "#components/console/traffic/queries.ts";
import { useListFilters } from "#components/kit/filters/use-list-filters.ts";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { useHrefOf } from "#components/shell/use-href-of.ts";

export function PartnerCalls({ of, choices }: { of: OfWorld; choices: DescribedChoices }) {
  const t = useTranslations("traffic");
  const hrefOf = useHrefOf();
  const filters = useListFilters(callParsers);
  const query = useQuery(partnerCallsQuery(of, filters.values));
  const { data: summary } = useQuery(partnerCallSummaryQuery(of, filters.values, useTimeZone() ?? "UTC"));
  return (
    <CallExplorer
      choices={choices}
      filters={filters}
      query={query}
      summary={summary}
      hrefOf={({ executionId }) => hrefOf("calls", executionId)}
      show={(executionId) => <PartnerCallPreview of={of} executionId={executionId} />}
      nothing={
        <EmptyState icon={ArrowLeftRight} title={t("noCalls")}>
          {t("noTraffic")}
        </EmptyState>
      }
    />
  );
}
