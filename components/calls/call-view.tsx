"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, ArrowRight, GitCompare, RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { CallFacts, CausedEvents } from "#components/calls/call-facts.tsx";
import { ErrorsMet } from "#components/calls/errors-met.tsx";
import type { ErrorMet } from "#components/calls/errors-met.tsx";
import { KeptHeaders } from "#components/calls/kept-headers.tsx";
import { KeptBody, MaskedValues } from "#components/calls/masked-values.tsx";
import { callQuery, comparisonQuery } from "#components/calls/queries.ts";
import { SourceBadge } from "#components/calls/source-badge.tsx";
import { sampleLanguageNames } from "#components/docs/samples/sample-languages.ts";
import type { SampleLanguage } from "#components/docs/samples/sample-languages.ts";
import { api } from "#components/kit/api/api.ts";
import { CopyButton } from "#components/kit/code/copy-button.tsx";
import { CodeBlock } from "#components/kit/code/json-view.tsx";
import { Disclosure } from "#components/kit/facts/facts.tsx";
import { HttpStatus } from "#components/kit/facts/status-badge.tsx";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { ViewTabs } from "#components/kit/list/pager.tsx";
import { ErrorState } from "#components/kit/states/error-state.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { useEnvironment } from "#components/shell/environment.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card, CardContent } from "#components/ui/card.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { Neighbours } from "#lib/developer/calls/list.ts";
import type { Comparison } from "#lib/developer/calls/read.ts";

type Call = Awaited<ReturnType<typeof api.calls.read.query>>;

/** All about one call: its request and answer, the reason of its error, and its effects. */
export function CallView({
  executionId,
  neighbours,
  listQuery,
  referenceHref,
  errors,
  answered,
  samples,
}: {
  executionId: string;
  neighbours: Neighbours;
  /** The filters of the list that one comes from, as the query of an address. */
  listQuery: string;
  /** The address of the endpoint in the reference; null if it has none. */
  referenceHref: string | null;
  errors: readonly ErrorMet[];
  /** The sentence with which it was refused; undefined if the catalogue's says as much. */
  answered: string | undefined;
  /** The call as code; null if the log does not hold all of it. */
  samples: Partial<Record<SampleLanguage, string>> | null;
}) {
  const environment = useEnvironment();
  const t = useTranslations("calls");
  const { data: call } = useQuery(callQuery(environment, executionId));
  if (call === undefined) return null;
  const suffix = listQuery === "" ? "" : `?${listQuery}`;
  const hrefOf = (id: string) => `/${environment}/calls/${id}${suffix}`;
  return (
    <>
      <PageHeader
        title={
          <span className="font-mono text-xl">
            <span className="text-muted-foreground">{call.method}</span>
            {` ${call.path}`}
          </span>
        }
        crumbs={[{ label: t("title"), href: `/${environment}/calls${suffix}` }]}
        badge={
          <span className="flex items-center gap-2">
            <HttpStatus status={call.status} />
            {call.preview ? <Badge tone="outline">{t("preview")}</Badge> : null}
            <SourceBadge source={call.source} />
          </span>
        }
        actions={
          <>
            <Beside href={neighbours.newer === null ? null : hrefOf(neighbours.newer)} label={t("newer")} icon={ArrowLeft} />
            <Beside href={neighbours.older === null ? null : hrefOf(neighbours.older)} label={t("older")} icon={ArrowRight} />
            {samples === null ? null : <RepeatActions call={call} executionId={executionId} curl={samples.curl} />}
          </>
        }
      />
      <div className="grid gap-5">
        {errors.length === 0 ? null : <ErrorsMet errors={errors} answered={answered} />}
        <Card>
          <CardContent className="pt-5">
            <CallFacts call={call} referenceHref={referenceHref} />
          </CardContent>
        </Card>
        {call.status >= 400 && call.endpoint !== null ? <CallComparison executionId={executionId} /> : null}
        {call.query === "" ? null : <CodeBlock text={readable(call.query)} what={t("query")} />}
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <KeptBody body={call.request} what={t("request")} none={t("noRequest")} />
          <KeptBody body={call.response} what={t("response")} none={t("noResponse")} />
        </div>
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <KeptHeaders title={t("requestHeaders")} headers={call.requestHeaders} />
          <KeptHeaders title={t("responseHeaders")} headers={call.responseHeaders} />
        </div>
        {samples === null ? null : <CallCode samples={samples} />}
        <MaskedValues masked={call.masked} reveal={(body) => api.calls.reveal.mutate({ environment, executionId, ...body })} />
        <CausedEvents events={call.events} hasMore={call.hasMoreEvents} />
      </div>
    </>
  );
}

/** Repeats a call of which the log holds all: as a curl command, and in the sandbox by a click. */
function RepeatActions({ call, executionId, curl }: { call: Call; executionId: string; curl: string | undefined }) {
  const environment = useEnvironment();
  const t = useTranslations("calls");
  return (
    <>
      {curl === undefined ? null : (
        <CopyButton text={curl} what={t("curl")}>
          {t("copyCurl")}
        </CopyButton>
      )}
      {environment !== "development" || call.endpoint === null ? null : (
        <SendAgain executionId={executionId} request={`${call.method} ${call.path}`} isPreview={/\bpreview=true\b/.test(call.query)} />
      )}
    </>
  );
}

/** One parameter a line, as it was meant. */
function readable(query: string): string {
  return [...new URLSearchParams(query)].map(([name, value]) => `${name} = ${value}`).join("\n");
}

function Beside({ href, label, icon: Icon }: { href: string | null; label: string; icon: typeof ArrowLeft }) {
  return href === null ? (
    <Button variant="outline" size="icon-sm" disabled aria-label={label}>
      <Icon aria-hidden />
    </Button>
  ) : (
    <LinkButton variant="outline" size="icon-sm" href={href} aria-label={label} title={label}>
      <Icon aria-hidden />
    </LinkButton>
  );
}

/** A call as code: as curl sends it, and as the client libraries make it. */
function CallCode({ samples }: { samples: Partial<Record<SampleLanguage, string>> }) {
  const t = useTranslations("calls");
  const languages = Object.keys(samples) as SampleLanguage[];
  const [chosen, choose] = useState<SampleLanguage>("curl");
  return (
    <Disclosure title={t("asCode")}>
      {languages.length < 2 ? null : (
        <ViewTabs
          label={t("asCode")}
          views={languages.map((value) => ({ value, label: sampleLanguageNames[value] }))}
          value={chosen}
          onChange={choose}
        />
      )}
      <CodeBlock text={samples[chosen] ?? ""} what={t("code")} />
    </Disclosure>
  );
}

/** Sends a call of Development again, with the key that stays on the server, and leads to the new one. */
function SendAgain({ executionId, request, isPreview }: { executionId: string; request: string; isPreview: boolean }) {
  const t = useTranslations("calls.sendAgain");
  const router = useRouter();
  return (
    <ConfirmDialog
      trigger={
        <Button variant="outline" size="sm" icon={RotateCw}>
          {t("open")}
        </Button>
      }
      title={t("title")}
      description={t("description", { request, changes: isPreview || request.startsWith("GET ") ? "no" : "yes" })}
      confirm={t("confirm")}
      onConfirm={async () => {
        const answer = await api.calls.sendAgain.mutate({ environment: "development", executionId });
        notify(answer.status < 400 ? "success" : "error", t("done", { status: String(answer.status) }));
        router.push(`/development/calls/${answer.executionId}`);
      }}
    />
  );
}

/** Compares a call that did not succeed with the last one of its kind that did, when asked to. */
function CallComparison({ executionId }: { executionId: string }) {
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
