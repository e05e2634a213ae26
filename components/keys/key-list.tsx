"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { KeyCard } from "#components/keys/key-card.tsx";
import { NamedKeys } from "#components/keys/named-keys.tsx";
import { PastKeys } from "#components/keys/past-keys.tsx";
import { isWorking, keysQuery } from "#components/keys/queries.ts";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { ErrorState } from "#components/kit/states/error-state.tsx";
import { loadedPart } from "#components/kit/states/loaded-part.tsx";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { Card } from "#components/ui/card.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

// The part is below the fold, so it comes after the first load.
const KeyUsage = loadedPart(
  () => import("#components/keys/key-usage.tsx").then((module) => module.KeyUsage),
  <Skeleton className="h-80" />,
);

/** The keys of an environment, working ones before past ones. `owners` are named where only they may do something. */
export function KeyList({ isOwner, owners }: { isOwner: boolean; owners: readonly string[] }) {
  const environment = useEnvironment();
  const t = useTranslations("keys");
  const query = useQuery(keysQuery(environment));
  const { data: keys } = query;
  if (keys === undefined) {
    return query.error === null ? <Skeleton className="h-64" /> : <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  }
  const working = keys.filter(isWorking);
  const past = keys.filter((key) => !isWorking(key));
  return (
    <div className="grid gap-8">
      {working.length === 0 ? (
        <Card>
          <EmptyState icon={KeyRound} texts={t} />
        </Card>
      ) : (
        <div className="grid gap-5">
          {working.map((key) => (
            <KeyCard key={key.id} data={key} isOwner={isOwner} />
          ))}
        </div>
      )}
      <NamedKeys isOwner={isOwner} owners={owners} />
      <KeyUsage />
      {past.length === 0 ? null : <PastKeys rows={past} query={query} />}
    </div>
  );
}
