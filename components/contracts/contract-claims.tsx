"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { claimsQuery } from "#components/claims/queries.ts";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { ErrorState } from "#components/kit/states/error-state.tsx";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { Card, CardContent, CardHeader, CardTitle } from "#components/ui/card.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

export function ContractClaims({ cid }: { cid: string }) {
  const environment = useEnvironment();
  const t = useTranslations("claims");
  const { data, error, refetch } = useQuery(claimsQuery(environment, { search: cid }));
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("onContract.title")}</CardTitle>
      </CardHeader>
      <CardContent>
        {data === undefined ? (
          error === null ? (
            <Skeleton className="h-6 w-full" />
          ) : (
            <ErrorState error={error} onRetry={() => void refetch()} />
          )
        ) : null}
        {data?.rows.length === 0 ? <p className="text-muted-foreground">{t("onContract.none")}</p> : null}
        <ul className="grid gap-3">
          {data?.rows.map(({ id, claimId, status, subtype }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <StatusBadge of="claim" status={status} />
              <TextLink href={`/${environment}/claims/${id}`} className="font-mono">
                {claimId ?? id}
              </TextLink>
              <span className="text-muted-foreground">{t(`subtypes.${subtype}`)}</span>
            </li>
          ))}
        </ul>
      </CardContent>
    </Card>
  );
}
