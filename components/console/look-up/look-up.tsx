"use client";

import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryState } from "nuqs";
import { FindingCard } from "#components/console/look-up/card.tsx";
import { Containing } from "#components/console/look-up/containing.tsx";
import { TermSearch } from "#components/console/look-up/term-search.tsx";
import { lookUpFilters, lookUpQuery, lookUpSearchQuery } from "#components/console/queries.ts";
import type { Role } from "#lib/platform/roles.ts";

/** Looks up any identifier, and what contains a text. */
export function LookUp({ role }: { role: Role }) {
  const t = useTranslations("lookup");
  const [asked, setAsked] = useQueryState("q", lookUpFilters.q.withOptions({ history: "push" }));
  const term = asked?.trim() ?? "";
  const exact = useQuery({ ...lookUpQuery(term), enabled: term !== "" });
  const search = useQuery({ ...lookUpSearchQuery(term), enabled: term !== "" });
  const isFoundPerson = exact.data?.some(({ kind }) => kind === "user") === true;
  const containing = search.data?.filter(({ field, kind }) => field !== undefined || (kind === "people" && !isFoundPerson));
  const data = exact.data === undefined || containing === undefined ? undefined : { findings: exact.data, containing };
  const query = {
    data,
    error: exact.error ?? search.error,
    isPlaceholderData: exact.isPlaceholderData || search.isPlaceholderData,
    refetch: () => Promise.all([exact.refetch(), search.refetch()]),
  };
  return (
    <TermSearch
      term={term}
      onAsk={(next) => void setAsked(next === "" ? null : next)}
      query={query}
      count={({ findings, containing: items }) => findings.length + items.length}
      icon={Search}
      words={{
        label: t("label"),
        placeholder: t("placeholder"),
        confirm: t("ask"),
        emptyTitle: t("emptyTitle"),
        empty: t("empty"),
        noneTitle: t("noneTitle"),
        none: t("none"),
      }}
    >
      {({ findings, containing: items }) => (
        <>
          {findings.map((finding, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- what was found keeps its place
            <FindingCard key={`${finding.kind} ${index}`} finding={finding} isSupport={role === "support"} />
          ))}
          <Containing items={items} term={term} isSupport={role === "support"} />
        </>
      )}
    </TermSearch>
  );
}
