"use client";

import { useQuery } from "@tanstack/react-query";
import { FileCheck, SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryState } from "nuqs";
import { EmptyState } from "#components/portal/empty-state.tsx";
import { ErrorState } from "#components/portal/error-state.tsx";
import { ContractFacts, ContractHistory } from "#components/support/finding-insurance.tsx";
import { contractFilters, contractQuery } from "#components/support/queries.ts";
import { ReopenContract } from "#components/support/reopen-contract.tsx";
import { TermForm } from "#components/support/term-form.tsx";
import { Card, CardAction, CardContent, CardDescription, CardHeader, CardTitle } from "#components/ui/card.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { Role } from "#lib/users/schema-roles.ts";

/** Finds a contract of any partner by its cid; support reopens it here. */
export function ContractFinder({ role }: { role: Role }) {
  const t = useTranslations("lookup.contracts");
  const [asked, setAsked] = useQueryState("cid", contractFilters.cid.withOptions({ history: "push" }));
  const cid = asked?.trim() ?? "";
  const query = useQuery({ ...contractQuery(cid), enabled: cid !== "" });
  const isSupport = role === "support";
  return (
    <>
      <TermForm
        term={cid}
        found={query.data === undefined || query.isPlaceholderData ? undefined : Number(query.data !== null)}
        label={t("label")}
        placeholder={t("placeholder")}
        confirm={t("find")}
        onAsk={(next) => void setAsked(next === "" ? null : next)}
      />
      {cid === "" ? (
        <Card>
          <EmptyState icon={FileCheck} title={t("emptyTitle")}>
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
      ) : query.data === null ? (
        <Card>
          <EmptyState icon={SearchX} title={t("noneTitle")}>
            {t("none")}
          </EmptyState>
        </Card>
      ) : (
        <div className="grid gap-5">
          <Card>
            <CardHeader>
              <CardTitle>{t("contract")}</CardTitle>
              {isSupport && query.data.status === "closed" && query.data.nextCid === null ? (
                <CardAction>
                  <ReopenContract cid={query.data.cid} endedAt={query.data.endDate} />
                </CardAction>
              ) : null}
              {isSupport && query.data.status !== "open" ? <CardDescription>{sayWhy(query.data)}</CardDescription> : null}
            </CardHeader>
            <CardContent>
              <ContractFacts contract={query.data} isSupport={isSupport} isWhole />
            </CardContent>
          </Card>
          <Card>
            <CardHeader>
              <CardTitle>{t("history")}</CardTitle>
            </CardHeader>
            <CardContent>
              <ContractHistory contract={query.data} />
            </CardContent>
          </Card>
        </div>
      )}
    </>
  );

  function sayWhy({ status, nextCid }: { status: string; nextCid: string | null }): string {
    if (status !== "closed") return t("onlyClosed");
    return nextCid === null ? t("canReopen") : t("wasRenewed");
  }
}
