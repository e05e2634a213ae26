"use client";

import { useQuery } from "@tanstack/react-query";
import { Building2, Clock, Smartphone, Umbrella, UserRound } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { deskHistoryQuery } from "#components/claims/queries.ts";
import { useActionName } from "#components/console/audit/use-action-name.ts";
import { useClaimEventName } from "#components/console/claims/action-effects.tsx";
import { Money } from "#components/kit/facts/figures.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { Timeline, TimelineItem } from "#components/kit/facts/timeline.tsx";
import { ErrorState } from "#components/kit/states/error-state.tsx";
import { TitledCard } from "#components/ui/card.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { ClaimStep } from "#lib/insurance/claims/desk/read-history.ts";
import { eurosFromCents } from "#lib/platform/money/money.ts";

const icons: Record<ClaimStep["by"]["type"], LucideIcon> = {
  staff: UserRound,
  player: Umbrella,
  partner: Building2,
  insured: Smartphone,
  system: Clock,
};

/** The steps of a claim, the latest first: the actor, the reason, and what the partner was sent. */
export function ClaimHistory({ id }: { id: string }) {
  const t = useTranslations("claims.desk.history");
  const { data, error, refetch } = useQuery(deskHistoryQuery(id));
  const describe = useStepText();
  const nameEvent = useClaimEventName();
  return (
    <TitledCard title={t("title")}>
      {data === undefined ? (
        error === null ? (
          <Skeleton className="h-32 w-full" />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : data.length === 0 ? (
        <p className="text-muted-foreground">{t("none")}</p>
      ) : (
        <Timeline label={t("title")}>
          {data.map((step) => (
            <TimelineItem
              key={step.id}
              icon={icons[step.by.type]}
              tone={step.by.type === "staff" ? "info" : "neutral"}
              title={<StepTitle step={step} />}
              time={<TimeStamp at={step.at} as="second" />}
            >
              <div className="grid gap-1 text-sm">
                <p>{describe(step).who}</p>
                {step.reason === null ? null : (
                  <p className="[overflow-wrap:anywhere] whitespace-pre-wrap text-foreground">{t("reason", { reason: step.reason })}</p>
                )}
                {step.events.length === 0 ? null : (
                  <ul className="flex flex-wrap gap-x-3 gap-y-0.5">
                    {step.events.map((event) => (
                      <li key={event} title={nameEvent(event)}>
                        <code className="font-mono text-xs [overflow-wrap:anywhere]">{event}</code>
                      </li>
                    ))}
                  </ul>
                )}
              </div>
            </TimelineItem>
          ))}
        </Timeline>
      )}
    </TitledCard>
  );
}

export function useStepText(): (step: ClaimStep) => { what: string; who: string } {
  const t = useTranslations("claims.desk.history");
  const nameAction = useActionName();
  const nameEvent = useClaimEventName();
  return ({ action, by, events }) => {
    const [first] = events;
    return {
      what: action === null ? (first === undefined ? "" : nameEvent(first)) : nameAction(action),
      who: by.type === "staff" ? by.name : by.type === "player" ? t("by.player", { name: by.name }) : t(`by.${by.type}`),
    };
  };
}

function StepTitle({ step }: { step: ClaimStep }) {
  const describe = useStepText();
  const { documents, amountCents } = step;
  return (
    <>
      {describe(step).what}
      {documents.length === 0 ? null : (
        <span lang="fr" className="font-normal [overflow-wrap:anywhere]">
          {" · "}
          {documents.join(", ")}
        </span>
      )}
      {amountCents === null ? null : (
        <span className="font-normal">
          {" · "}
          <Money euros={eurosFromCents(amountCents)} />
        </span>
      )}
    </>
  );
}
