"use client";

import { useQuery } from "@tanstack/react-query";
import { GitCompare } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { comparisonQuery } from "#components/calls/queries.ts";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { ErrorState } from "#components/kit/states/error-state.tsx";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { Button } from "#components/ui/button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { Comparison } from "#lib/developer/calls/compare.ts";

/** Compares a call that did not succeed with the last one of its kind that did, when asked to. */
export function CallComparison({ executionId }: { executionId: string }) {
  const t = useTranslations("calls.compare");
  const [isAsked, setIsAsked] = useState(false);
  if (!isAsked) {
    return (
      <Button variant="outline" className="justify-self-start" onClick={() => setIsAsked(true)} icon={GitCompare}>
        {t("open")}
      </Button>
    );
  }
  return (
    <section aria-label={t("title")} aria-live="polite" className="grid gap-3 rounded-lg border bg-card p-4 shadow-xs sm:p-5">
      <h2 className="font-medium">{t("title")}</h2>
      <Compared executionId={executionId} />
    </section>
  );
}

function Compared({ executionId }: { executionId: string }) {
  const environment = useEnvironment();
  const t = useTranslations("calls.compare");
  const { data, error, refetch } = useQuery(comparisonQuery(environment, executionId));
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-24 w-full" />;
  if (data === null) return <p className="text-muted-foreground">{t("none")}</p>;
  return (
    <>
      <p>
        {t.rich("with", {
          call: () => (
            <TextLink href={`/${environment}/calls/${data.executionId}`}>
              <span className="font-mono text-sm [overflow-wrap:anywhere]">{data.executionId}</span>
            </TextLink>
          ),
          time: () => <TimeStamp at={data.at} as="second" focusable />,
        })}
      </p>
      {data.isCut ? <p className="text-sm text-muted-foreground">{t("isCut")}</p> : null}
      <Differences differences={data.differences} />
    </>
  );
}

function Differences({ differences }: Pick<Comparison, "differences">) {
  const t = useTranslations("calls.compare");
  if (differences.length === 0) return <p className="text-muted-foreground">{t("equal")}</p>;
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-left text-sm">
        <thead>
          <tr className="[&>th]:border-b [&>th]:py-1.5 [&>th]:pr-4 [&>th]:font-medium [&>th]:text-muted-foreground">
            <th scope="col">{t("field")}</th>
            <th scope="col">{t("here")}</th>
            <th scope="col">{t("there")}</th>
          </tr>
        </thead>
        <tbody className="font-mono [&_td]:border-b [&_td]:py-1.5 [&_td]:pr-4 [&_td]:align-top [&_td]:[overflow-wrap:anywhere] [&_th]:border-b [&_th]:py-1.5 [&_th]:pr-4 [&_th]:align-top">
          {differences.map(({ field, here, there }) => (
            <tr key={field}>
              <th scope="row" className="font-normal">
                {field}
              </th>
              <td>{here ?? <Missing />}</td>
              <td>{there ?? <Missing />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Missing() {
  const t = useTranslations("calls.compare");
  return <span className="font-sans text-muted-foreground">{t("missing")}</span>;
}
