"use client";

import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "#components/kit/states/error-state.tsx";
import { readinessOfPartnerQuery } from "#components/readiness/queries.ts";
import { ReadinessList } from "#components/readiness/readiness-list.tsx";
import type { Evidence } from "#components/readiness/readiness-list.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

const hrefOf = ({ id }: Evidence) => `/support/lookup?${new URLSearchParams({ q: id })}`;

/** The checklist of a partner as support sees it: each proof leads to the look-up. */
export function PartnerReadiness({ partnerId }: { partnerId: string }) {
  const { data, error, refetch } = useQuery(readinessOfPartnerQuery(partnerId));
  if (data !== undefined) return <ReadinessList readiness={data} hrefOf={hrefOf} hasWays={false} />;
  return error === null ? <Skeleton className="h-64 w-full" /> : <ErrorState error={error} onRetry={() => void refetch()} />;
}
