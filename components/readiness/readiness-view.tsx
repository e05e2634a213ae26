"use client";

import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "#components/kit/states/error-state.tsx";
import { readinessQuery } from "#components/readiness/queries.ts";
import { ReadinessList } from "#components/readiness/readiness-list.tsx";
import type { Evidence } from "#components/readiness/readiness-list.tsx";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { Card } from "#components/ui/card.tsx";

const sections = { call: "calls", delivery: "deliveries", webhook: "webhooks" } as const;
const hrefOf = ({ kind, id }: Evidence) => `/development/${sections[kind]}/${id}`;

/** The checklist for the partner's owners, which refreshes itself. */
export function ReadinessView() {
  const environment = useEnvironment();
  const { data, error, refetch } = useQuery(readinessQuery(environment));
  if (data !== undefined) return <ReadinessList readiness={data} hrefOf={hrefOf} hasWays />;
  if (error === null) return null;
  return (
    <Card>
      <ErrorState error={error} onRetry={() => void refetch()} />
    </Card>
  );
}
