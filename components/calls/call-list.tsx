"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight } from "lucide-react";
import { useTimeZone, useTranslations } from "next-intl";
import { CallExplorer } from "#components/calls/call-explorer.tsx";
import type { DescribedChoices } from "#components/calls/described-choices.ts";
import { callParsers, callsQuery, callSummaryQuery } from "#components/calls/queries.ts";
import { CodeBlock } from "#components/kit/code/json-view.tsx";
import { asQuery, withoutCursor } from "#components/kit/filters/list-parsers.ts";
import { useListFilters } from "#components/kit/filters/use-list-filters.ts";
import { loadedPart } from "#components/kit/form/on-demand.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { useEnvironment } from "#components/shell/environment.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";

const CallPreview = loadedPart(() => import("#components/calls/call-preview.tsx").then((module) => module.CallPreview));

/** The calls of an environment's keys. `firstCall` is a command that makes one. */
export function CallList({ choices, firstCall }: { choices: DescribedChoices; firstCall: string }) {
  const environment = useEnvironment();
  const filters = useListFilters(callParsers);
  const query = useQuery(callsQuery(environment, filters.values));
  const { data: summary } = useQuery(callSummaryQuery(environment, filters.values, useTimeZone() ?? "UTC"));
  // The calls beside one are those of the same list.
  const listQuery = String(new URLSearchParams(asQuery(withoutCursor(filters.values))));
  return (
    <CallExplorer
      choices={choices}
      filters={filters}
      query={query}
      summary={summary}
      hrefOf={({ executionId }) => `/${environment}/calls/${executionId}${listQuery === "" ? "" : `?${listQuery}`}`}
      show={(executionId) => <CallPreview executionId={executionId} />}
      nothing={<NoCalls firstCall={firstCall} />}
    />
  );
}

function NoCalls({ firstCall }: { firstCall: string }) {
  const environment = useEnvironment();
  const t = useTranslations("calls");
  return (
    <EmptyState
      icon={ArrowLeftRight}
      texts={t}
      action={
        <div className="grid w-full max-w-xl gap-4 text-left">
          <CodeBlock text={firstCall} what={t("firstCall")} />
          <div className="flex flex-wrap justify-center gap-2">
            <LinkButton href={`/${environment}/keys`}>{t("emptyKeys")}</LinkButton>
            <LinkButton variant="outline" href="/docs/first-contract">
              {t("emptyGuide")}
            </LinkButton>
          </div>
        </div>
      }
    />
  );
}
