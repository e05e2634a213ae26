"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight, Download, Send } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ClaimAnswers, ClaimFacts, ClaimHeading, ClaimSums, TransferAfterDeductions } from "#components/claims/claim-facts.tsx";
import { ClaimLinks, linksAnchor } from "#components/claims/claim-links.tsx";
import { claimHistoryQuery, claimQuery } from "#components/claims/queries.ts";
import { History } from "#components/contracts/history.tsx";
import { CopyButton } from "#components/kit/code/copy-button.tsx";
import { JsonView } from "#components/kit/code/json-view.tsx";
import { Disclosure } from "#components/kit/facts/facts.tsx";
import { Money } from "#components/kit/facts/figures.tsx";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { InsurerPanel } from "#components/sandbox/insurer-panel.tsx";
import { useEnvironment } from "#components/shell/environment.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { TitledCard } from "#components/ui/card.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { paymentStates } from "#db/schema/enums.ts";
import { isAmong } from "#lib/account/users/rules/authority.ts";
import type { ClaimDetail } from "#lib/insurance/claims/read.ts";
import type { Settlement } from "#lib/insurance/claims/schema.ts";
import type { Role } from "#lib/platform/roles.ts";
import { insurerZone } from "#lib/platform/time/calendar.ts";

/** All about one claim; it follows what happens to it. Developers find the calls and deliveries about it. */
export function ClaimView({ id, role }: { id: string; role: Role }) {
  const environment = useEnvironment();
  const isDeveloper = isAmong("developer", role);
  const t = useTranslations("claims");
  const { data: claim } = useQuery(claimQuery(environment, id));
  if (claim === undefined) return null;
  const { wire } = claim;
  const name = wire.claimId ?? wire.id;
  return (
    <>
      <PageHeader
        title={<ClaimHeading product={wire.product} insured={wire.insured} number={name} />}
        crumbs={[{ label: t("title"), href: `/${environment}/claims` }]}
        copy={<CopyButton text={name} what={t(wire.claimId === null ? "facts.theId" : "facts.theNumber")} />}
        badge={
          <span className="flex items-center gap-2" aria-live="polite">
            <StatusBadge of="claim" status={wire.status} />
            {claim.test && environment === "production" ? <Badge tone="outline">{t("test")}</Badge> : null}
          </span>
        }
        actions={isDeveloper ? <Traffic id={wire.id} /> : undefined}
      />
      <div className="grid gap-5">
        <ClaimNotice claim={claim} />
        <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="grid min-w-0 gap-5">
            <ClaimFacts claim={claim} />
            <ClaimDocuments claim={claim} />
            <ClaimAnswers questions={wire.questions} />
          </div>
          <div className="grid min-w-0 gap-5">
            {environment === "development" ? <InsurerPanel id={wire.id} /> : null}
            <ClaimLinks id={wire.id} status={wire.status} role={role} />
            <ClaimPayments claim={claim} />
            <History queryOf={(before) => claimHistoryQuery(environment, id, before)} isDeveloper={isDeveloper} reasons={claim.reasons} />
          </div>
        </div>
        {isDeveloper ? (
          <Disclosure title={t("json")}>
            <JsonView text={JSON.stringify(wire)} what={`GET /v2/claims/${wire.id}`} />
          </Disclosure>
        ) : null}
      </div>
    </>
  );
}

function ClaimNotice({ claim: { wire, requested, statusSince, cancelReason } }: { claim: ClaimDetail }) {
  const t = useTranslations("claims.notices");
  switch (wire.status) {
    case "draft": {
      const missing = wire.documentEntries.filter(({ category, document }) => category === "mandatory" && document === null);
      return (
        <Alert tone="info" title={t("draftTitle")}>
          {t("draft", { count: missing.length })} {missing.length === 0 ? null : <HowToUpload />}
        </Alert>
      );
    }
    case "pending_info":
      return (
        <Alert tone="warning" title={t("pendingTitle")}>
          {t("pending", { documents: requested.join(", ") })} <HowToUpload />{" "}
          {t.rich("pendingSince", { day: () => <TimeStamp at={statusSince} as="day" focusable /> })}
        </Alert>
      );
    case "rejected":
      return (
        <Alert tone="danger" title={t("rejectedTitle")}>
          {wire.note}
        </Alert>
      );
    case "abandoned":
    case "archived":
      return (
        <Alert tone="info" title={t(wire.status === "abandoned" ? "abandonedTitle" : "archivedTitle")}>
          {cancelReason}
        </Alert>
      );
    case "submitted":
    case "in_progress":
    case "closed":
      return null;
  }
}

/** Says who uploads the documents, and how: the portal has no upload of its own. */
function HowToUpload() {
  const t = useTranslations("claims.notices");
  return t.rich("howToUpload", {
    link: (chunks: ReactNode) => (
      <TextLink href={`#${linksAnchor}`} className="underline">
        {chunks}
      </TextLink>
    ),
  });
}

function Traffic({ id }: { id: string }) {
  const environment = useEnvironment();
  const t = useTranslations("claims");
  return (
    <>
      <LinkButton variant="outline" href={`/${environment}/calls?search=${id}`} icon={ArrowLeftRight}>
        {t("calls")}
      </LinkButton>
      <LinkButton variant="outline" href={`/${environment}/deliveries?search=${id}`} icon={Send}>
        {t("deliveries")}
      </LinkButton>
    </>
  );
}

function ClaimPayments({ claim: { wire, account, reasons } }: { claim: ClaimDetail }) {
  const { settlements } = wire;
  const t = useTranslations("claims.settlements");
  return (
    <TitledCard title={t("title")}>
      {settlements.length === 0 ? <p className="text-muted-foreground">{t("none")}</p> : null}
      <ul className="grid divide-y">
        {settlements.map((settlement) => (
          <li key={settlement.id} className="py-2 first:pt-0 last:pb-0">
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span>
                <span className="font-medium">{t(`types.${settlement.type}`)}</span> <PaymentBadge state={settlement.paymentState} />{" "}
                <span className="text-sm text-muted-foreground">
                  <When settlement={settlement} />
                </span>
              </span>
              <Money euros={settlement.type === "charge" ? -settlement.amount : settlement.amount} />
            </div>
            <TransferAfterDeductions account={account} settlementId={settlement.id} />
            {reasons[settlement.id] === undefined ? null : (
              <p className="text-sm [overflow-wrap:anywhere] whitespace-pre-wrap">
                {t("reason", { reason: reasons[settlement.id] ?? "" })}
              </p>
            )}
          </li>
        ))}
      </ul>
      {settlements.length > 1 ? <ClaimSums account={account} /> : null}
    </TitledCard>
  );
}

function PaymentBadge({ state }: { state: string | null }) {
  const paymentState = paymentStates.find((each) => each === state);
  return paymentState === undefined ? null : <StatusBadge of="payment" status={paymentState} />;
}

function When({ settlement: { type, paymentAt, createdAt } }: { settlement: Settlement }): ReactNode {
  const t = useTranslations("claims.settlements");
  if (type !== "refund" || paymentAt === null) return t.rich("on", { day: () => <TimeStamp at={createdAt} as="day" focusable /> });
  return t.rich("paid", { day: () => <TimeStamp at={paymentAt} as="day" timeZone={insurerZone} focusable /> });
}

/** The documents that a claim asks for: how far each is, and why one was refused. */
function ClaimDocuments({ claim: { wire, requested } }: { claim: ClaimDetail }) {
  const environment = useEnvironment();
  const t = useTranslations("claims.documents");
  return (
    <TitledCard title={t("title")}>
      {wire.documentEntries.length === 0 ? <p className="text-muted-foreground">{t("none")}</p> : null}
      <ul className="grid divide-y">
        {wire.documentEntries.map(({ type, category, status, note, document }) => {
          // The claim goes on without it.
          const isSpared = status === "waiting_for" && category !== "mandatory" && !requested.includes(type);
          return (
            <li key={type} className="grid gap-1 py-3 first:pt-0 last:pb-0">
              <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                <span lang="fr" className="min-w-0 font-medium [overflow-wrap:anywhere]">
                  {type}
                </span>
                <span className="flex flex-wrap items-center gap-1">
                  {requested.includes(type) ? <Badge tone="warning">{t("requested")}</Badge> : null}
                  {isSpared ? null : <Badge tone="outline">{t(`categories.${category}`)}</Badge>}
                  <StatusBadge of="ownDocument" status={isSpared ? "not_sent" : status} />
                </span>
              </div>
              {note === null ? null : <p className="text-sm whitespace-pre-line [overflow-wrap:anywhere]">{note}</p>}
              {document === null ? null : (
                <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                  <p className="min-w-0 text-sm text-muted-foreground [overflow-wrap:anywhere]">
                    {document.title}
                    {document.uploadedAt === null ? null : (
                      <> · {t.rich("uploaded", { day: () => <TimeStamp at={document.uploadedAt ?? ""} as="minute" focusable /> })}</>
                    )}
                  </p>
                  <Button asChild size="sm" variant="ghost" className="max-sm:-ml-2.5">
                    <a
                      href={`/api/portal/${environment}/claims/${wire.id}/documents/${document.id}`}
                      download
                      aria-label={t("downloadOf", { type })}
                    >
                      <Download aria-hidden />
                      {t("download")}
                    </a>
                  </Button>
                </div>
              )}
              {document?.refusalReason === null || document === null ? null : (
                <p className="text-sm text-danger">{t("refused", { reason: document.refusalReason })}</p>
              )}
            </li>
          );
        })}
      </ul>
    </TitledCard>
  );
}
