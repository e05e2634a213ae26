"use client";

import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryState } from "nuqs";
import { FindingCard } from "#components/console/look-up/card.tsx";
import { TermSearch } from "#components/console/look-up/term-search.tsx";
import { lookUpFilters, lookUpQuery } from "#components/console/queries.ts";
import type { Role } from "#lib/platform/roles.ts";

/** Looks up any identifier. */
export function LookUp({ role }: { role: Role }) {
  const t = useTranslations("lookup");
  const [asked, setAsked] = useQueryState("q", lookUpFilters.q.withOptions({ history: "push" }));
  const term = asked?.trim() ?? "";
  const query = useQuery({ ...lookUpQuery(term), enabled: term !== "" });
  return (
    <TermSearch
      term={term}
      onAsk={(next) => void setAsked(next === "" ? null : next)}
      query={query}
      count={(findings) => findings.length}
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
      {(findings) =>
        findings.map((finding, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- what was found keeps its place
          <FindingCard key={`${finding.kind} ${index}`} finding={finding} isSupport={role === "support"} />
        ))
      }
    </TermSearch>
  );
}
