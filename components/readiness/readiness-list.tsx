"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, Rocket } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { ErrorState } from "#components/kit/states/error-state.tsx";
import { readinessOfPartnerQuery, readinessQuery } from "#components/readiness/queries.ts";
import { useEnvironment } from "#components/shell/environment.tsx";
import { Card } from "#components/ui/card.tsx";
import { cn } from "#components/ui/class-names.ts";
import { LinkButton } from "#components/ui/link-button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { readinessGroups, readinessItems, readinessNames } from "#lib/developer/readiness/catalogue.ts";
import type { ReadinessGroup, ReadinessItem } from "#lib/developer/readiness/catalogue.ts";
import type { Readiness } from "#lib/developer/readiness/read.ts";

type State = Readiness["items"][number];
type Evidence = NonNullable<State["evidence"]>;

/** The checklist of an integration in development: proved items and remaining ones. */
function ReadinessList({
  readiness,
  hrefOf,
  hasWays,
}: {
  readiness: Readiness;
  /** The address of an item's proof. */
  hrefOf: (evidence: Evidence) => string | undefined;
  /** True if the viewer can do the items. */
  hasWays: boolean;
}) {
  return (
    <div className="grid gap-5">
      <ReadinessSummary readiness={readiness} isTitled={false} />
      {readinessGroups.map((group) => (
        <Group key={group} group={group}>
          {readiness.items
            .filter(({ item }) => readinessItems[item].group === group)
            .map((state) => (
              <Item key={state.item} state={state} newest={readiness.newest} hrefOf={hrefOf} hasWay={hasWays} />
            ))}
        </Group>
      ))}
    </div>
  );
}

/** The progress of the checklist. */
function ReadinessSummary({
  readiness: { done },
  isTitled = true,
  children,
}: {
  readiness: Readiness;
  /** False on the checklist's page, which has the title itself. */
  isTitled?: boolean;
  children?: ReactNode;
}) {
  const t = useTranslations("readiness");
  const all = readinessNames.length;
  const isComplete = done === all;
  return (
    <Card className={cn("grid gap-3 p-4 sm:p-5", isComplete && "border-success/30 bg-success-surface")}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 items-center gap-3">
          <Rocket aria-hidden className={cn("size-5 shrink-0", isComplete ? "text-success" : "text-primary")} />
          <div className="min-w-0">
            {isTitled || isComplete ? (
              <h2 className={cn("text-lg font-semibold tracking-tight", isComplete && "text-success")}>
                {t(isComplete ? "ready" : "title")}
              </h2>
            ) : null}
            <p aria-live="polite" className={isComplete ? "text-success" : isTitled ? "text-muted-foreground" : "font-medium"}>
              {t("progress", { done, all })}
            </p>
          </div>
        </div>
        {children}
      </div>
      <span aria-hidden className="flex gap-0.5">
        {readinessNames.map((item, index) => (
          <span
            key={item}
            className={cn("h-1.5 min-w-0 grow rounded-full transition-colors", index < done ? "bg-success" : "bg-secondary")}
          />
        ))}
      </span>
    </Card>
  );
}

function Group({ group, children }: { group: ReadinessGroup; children: ReactNode }) {
  const t = useTranslations("readiness.groups");
  return (
    <section aria-labelledby={`group-${group}`} className="grid gap-2">
      <h2 id={`group-${group}`} className="text-lg font-semibold tracking-tight">
        {t(group)}
      </h2>
      <ul className="divide-y overflow-hidden rounded-lg border bg-card shadow-xs">{children}</ul>
    </section>
  );
}

function Item({
  state: { item, metAt, evidence },
  newest,
  hrefOf,
  hasWay,
}: {
  state: State;
  newest: Readiness["newest"];
  hrefOf: (evidence: Evidence) => string | undefined;
  hasWay: boolean;
}) {
  const t = useTranslations("readiness");
  const title = t(`items.${item}.title`);
  const isMet = metAt !== null;
  const href = evidence === null ? undefined : hrefOf(evidence);
  return (
    <li className="flex gap-3 px-4 py-3 sm:px-5">
      <span
        aria-hidden
        className={cn("grid size-5.5 shrink-0 place-content-center rounded-full", isMet ? "bg-success-surface text-success" : "border")}
      >
        {isMet ? <Check className="size-3.5" /> : null}
      </span>
      <div className="grid min-w-0 grow gap-x-6 gap-y-0.5 md:grid-cols-[minmax(0,1fr)_auto]">
        <div className="min-w-0">
          <p className="font-medium">
            {title}
            <span className="sr-only"> {t(isMet ? "met" : "open")}</span>
          </p>
          {isMet ? null : (
            <p className="max-w-prose text-muted-foreground">
              {t.rich(`items.${item}.todo`, { ...newest, code: (words) => <code className="font-mono text-sm">{words}</code> })}
            </p>
          )}
        </div>
        <p className="flex items-baseline gap-x-3 text-sm text-muted-foreground md:justify-end">
          {metAt === null ? (
            hasWay ? (
              <TextLink href={ways[item]} about={title}>
                {t("how")}
              </TextLink>
            ) : (
              <span aria-hidden>{t("open")}</span>
            )
          ) : (
            <>
              <TimeStamp at={metAt} as="ago" />
              {evidence === null || href === undefined ? null : (
                <TextLink href={href} about={title}>
                  {t(`evidence.${evidence.kind}`)}
                </TextLink>
              )}
            </>
          )}
        </p>
      </div>
    </li>
  );
}

const lookUpHref = ({ id }: Evidence) => `/support/lookup?${new URLSearchParams({ q: id })}`;

/** A partner's checklist for support: each proof links to the look-up. */
export function PartnerReadiness({ partnerId }: { partnerId: string }) {
  const { data, error, refetch } = useQuery(readinessOfPartnerQuery(partnerId));
  if (data !== undefined) return <ReadinessList readiness={data} hrefOf={lookUpHref} hasWays={false} />;
  return error === null ? <Skeleton className="h-64 w-full" /> : <ErrorState error={error} onRetry={() => void refetch()} />;
}

/** The checklist's progress on the overview of development. */
export function ReadinessCard() {
  const t = useTranslations("readiness");
  const { data } = useQuery(readinessQuery("development"));
  if (data === undefined) return null;
  return (
    <ReadinessSummary readiness={data}>
      <LinkButton variant="outline" href="/development/readiness">
        {t("openList")}
      </LinkButton>
    </ReadinessSummary>
  );
}

/** The page or guide that shows how to do an item. */
const ways: Record<ReadinessItem, string> = {
  lcd: "/development/events/catalogue/v2.contract.created",
  lmd: "/development/events/catalogue/v2.contract.renewal.updated",
  lld: "/development/events/catalogue/v2.contract.renewal.enabled",
  preview: "/docs/reference/contracts#createContract",
  changed: "/development/events/catalogue/v2.contract.updated",
  productAdded: "/docs/reference/contracts#createProductFromContract",
  productRemoved: "/docs/reference/contracts#deleteProductFromContract",
  ended: "/development/events/catalogue/v2.contract.terminated",
  renewalRejected: "/development/events/catalogue/v2.contract.renewal.rejected",
  renewalResumed: "/development/events/catalogue/v2.contract.renewal.resumed",
  claimCreated: "/development/events/catalogue/v2.claim.draft.created",
  documentsUploaded: "/development/events/catalogue/v2.claim.document.uploaded",
  documentsMissing: "/docs/reference/claims#submitClaim",
  claimSubmitted: "/development/events/catalogue/v2.claim.created",
  claimCancelled: "/development/events/catalogue/v2.claim.draft.archived",
  documentFetched: "/docs/reference/claims#getDocument",
  periodLocked: "/docs/errors#DATES_FROZEN",
  contractNotFound: "/docs/errors#CONTRACT_NOT_FOUND",
  keyRefused: "/docs/errors#INVALID_API_KEY",
  fewRefusals: "/development/calls?status=4xx&source=system",
  idempotentRetry: "/docs/reference/contracts#createContract",
  webhookFast: "/development/webhooks",
  acceptedTwice: "/development/deliveries?status=succeeded",
};

const sections = { call: "calls", delivery: "deliveries", webhook: "webhooks" } as const;
const pageHref = ({ kind, id }: Evidence) => `/development/${sections[kind]}/${id}`;

/** The checklist for the partner's owners, which refreshes itself. */
export function ReadinessView() {
  const environment = useEnvironment();
  const { data, error, refetch } = useQuery(readinessQuery(environment));
  if (data !== undefined) return <ReadinessList readiness={data} hrefOf={pageHref} hasWays />;
  if (error === null) return null;
  return (
    <Card>
      <ErrorState error={error} onRetry={() => void refetch()} />
    </Card>
  );
}
