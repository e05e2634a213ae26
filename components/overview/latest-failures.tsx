"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowRight, CircleCheck, Send } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LastAnswer } from "#components/deliveries/last-answer.tsx";
import { HttpStatus, StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { ErrorState } from "#components/kit/states/error-state.tsx";
import { failuresQuery } from "#components/overview/queries.ts";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Card } from "#components/ui/card.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Link } from "#components/ui/link.tsx";

/** The last calls and deliveries that failed, each with a link to its page in the developer space. */
export function LatestFailures({ hasDelivered }: { hasDelivered: boolean }) {
  const environment = useEnvironment();
  const t = useTranslations("overview.failures");
  const { data, error, refetch } = useQuery(failuresQuery(environment));
  if (data === undefined) {
    return error === null ? null : (
      <Card>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Card>
    );
  }
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <FailureList
        title={t("calls")}
        all={{ href: `/${environment}/calls?status=4xx,5xx&source=system,command_line`, label: t("allCalls") }}
        none={{ icon: CircleCheck, text: t("noCalls") }}
      >
        {data.calls.map(({ executionId, method, path, status, errorCode, at }) => (
          <Failure
            key={executionId}
            href={`/${environment}/calls/${executionId}`}
            name={
              <>
                <span className="text-muted-foreground">{method}</span>
                {` ${path}`}
              </>
            }
            at={at}
          >
            <HttpStatus status={status} />
            {errorCode === null ? null : t("code", { code: String(errorCode) })}
          </Failure>
        ))}
      </FailureList>
      <FailureList
        title={t("deliveries")}
        all={{ href: `/${environment}/deliveries?response=unsuccessful`, label: t("allDeliveries") }}
        none={hasDelivered ? { icon: CircleCheck, text: t("noDeliveries") } : { icon: Send, text: t("noDeliveriesYet") }}
      >
        {data.deliveries.map(({ id, eventType, status, webhookName, statusCode, error: networkError, test, createdAt }) => (
          <Failure key={id} href={`/${environment}/deliveries/${id}`} name={eventType} at={createdAt}>
            <StatusBadge of="delivery" status={status} />
            <LastAnswer statusCode={statusCode} error={networkError} />
            {test ? <Badge tone="outline">{t("test")}</Badge> : null}
            <span className="min-w-0 truncate">{webhookName}</span>
          </Failure>
        ))}
      </FailureList>
    </div>
  );
}

function FailureList({
  title,
  all,
  none,
  children,
}: {
  title: string;
  all: { href: string; label: string };
  /** Said where there are none. */
  none: { icon: LucideIcon; text: string };
  children: ReactNode[];
}) {
  return (
    <Card className="min-w-0 overflow-hidden">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 pt-4 pb-3 sm:px-5">
        <h2 className="text-lg font-semibold tracking-tight">{title}</h2>
        {children.length === 0 ? null : (
          <Link href={all.href} className="inline-flex items-center gap-1 text-sm font-medium text-link underline-offset-4 hover:underline">
            {all.label}
            <ArrowRight aria-hidden className="size-3.5" />
          </Link>
        )}
      </div>
      {children.length === 0 ? (
        <p className="flex items-center gap-2 border-t px-4 py-6 text-muted-foreground sm:px-5">
          <none.icon aria-hidden className={cn("size-4.5 shrink-0", none.icon === CircleCheck && "text-success")} />
          {none.text}
        </p>
      ) : (
        <ul className="divide-y border-t">{children}</ul>
      )}
    </Card>
  );
}

function Failure({ href, name, at, children }: { href: string; name: ReactNode; at: Date; children: ReactNode }) {
  return (
    <li className="relative grid gap-1.5 px-4 py-2.5 hover:bg-accent/60 sm:px-5">
      <div className="flex min-w-0 items-baseline justify-between gap-4">
        <span className="min-w-0 truncate font-mono text-sm">
          <Link
            href={href}
            className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
          >
            {name}
          </Link>
        </span>
        <span className="shrink-0 text-sm text-muted-foreground">
          <TimeStamp at={at} as="ago" />
        </span>
      </div>
      <div className="flex min-w-0 items-center gap-2 text-sm text-muted-foreground">{children}</div>
    </li>
  );
}
