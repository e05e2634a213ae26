"use client";

import { useQuery } from "@tanstack/react-query";
import { Search, SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryState } from "nuqs";
import { EmptyState } from "#components/portal/empty-state.tsx";
import { ErrorState } from "#components/portal/error-state.tsx";
import { FindingCard } from "#components/support/finding-card.tsx";
import { lookUpFilters, lookUpQuery } from "#components/support/queries.ts";
import { TermForm } from "#components/support/term-form.tsx";
import { Card } from "#components/ui/card.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { Role } from "#lib/users/schema-roles.ts";

/** One box for whatever identifier somebody has. */
export function LookUp({ role }: { role: Role }) {
  const t = useTranslations("lookup");
  const [asked, setAsked] = useQueryState("q", lookUpFilters.q.withOptions({ history: "push" }));
  const term = asked?.trim() ?? "";
  const query = useQuery({ ...lookUpQuery(term), enabled: term !== "" });
  return (
    <>
      <TermForm
        term={term}
        found={query.isPlaceholderData ? undefined : query.data?.length}
        label={t("label")}
        placeholder={t("placeholder")}
        confirm={t("ask")}
        onAsk={(next) => void setAsked(next === "" ? null : next)}
      />
      {term === "" ? (
        <Card>
          <EmptyState icon={Search} title={t("emptyTitle")}>
            {t("empty")}
          </EmptyState>
        </Card>
      ) : query.data === undefined ? (
        <Card className="p-5">
          {query.error === null ? (
            <Skeleton className="h-24 w-full" />
          ) : (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          )}
        </Card>
      ) : query.data.length === 0 ? (
        <Card>
          <EmptyState icon={SearchX} title={t("noneTitle")}>
            {t("none")}
          </EmptyState>
        </Card>
      ) : (
        <div className={cn("grid gap-5 transition-opacity", query.isPlaceholderData && "opacity-55")}>
          {query.data.map((finding, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- what was found keeps its place
            <FindingCard key={`${finding.kind} ${index}`} finding={finding} isSupport={role === "support"} />
          ))}
        </div>
      )}
    </>
  );
}
