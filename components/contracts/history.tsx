"use client";

import { useQuery } from "@tanstack/react-query";
import { History as HistoryIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { SettlementReasons } from "#components/contracts/history-changes.tsx";
import { HistoryItem } from "#components/contracts/history-item.tsx";
import { stepsOf } from "#components/contracts/history-steps.ts";
import type { contractHistoryQuery } from "#components/contracts/queries.ts";
import { Timeline } from "#components/kit/facts/timeline.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { ErrorState } from "#components/kit/states/error-state.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card, CardContent, CardHeader, CardTitle } from "#components/ui/card.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

interface Props {
  /** The query of the page before an event, or of the latest page. */
  queryOf: (before: string | null) => ReturnType<typeof contractHistoryQuery>;
  isDeveloper: boolean;
  reasons?: SettlementReasons;
}

/** The history of a contract or a renewal, latest first, with older pages on demand. */
export function History(props: Props) {
  const t = useTranslations("contracts.history");
  const { data, error, refetch } = useQuery(props.queryOf(null));
  return (
    <Card className="min-w-0">
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
      </CardHeader>
      <CardContent>
        {data?.events.length === 0 ? (
          <EmptyState icon={HistoryIcon} title={t("none")}>
            {t("noneText")}
          </EmptyState>
        ) : data === undefined && error !== null ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Timeline label={t("label")}>
            <Stretch {...props} before={null} />
          </Timeline>
        )}
      </CardContent>
    </Card>
  );
}

function Stretch({ before, ...props }: Props & { before: string | null }) {
  const t = useTranslations("contracts.history");
  const [isOpen, setIsOpen] = useState(false);
  const { data, error, refetch } = useQuery(props.queryOf(before));
  if (data === undefined) {
    return <li>{error === null ? <Skeleton className="h-16 w-full" /> : <ErrorState error={error} onRetry={() => void refetch()} />}</li>;
  }
  return (
    <>
      {stepsOf(data.events).map((step) => (
        <HistoryItem key={step[0]?.id} step={step} isDeveloper={props.isDeveloper} reasons={props.reasons} />
      ))}
      {data.next === null ? null : isOpen ? (
        <Stretch {...props} before={data.next} />
      ) : (
        <li>
          <Button variant="outline" size="sm" onClick={() => setIsOpen(true)}>
            {t("earlier")}
          </Button>
        </li>
      )}
    </>
  );
}
