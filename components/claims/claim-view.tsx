"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight, Send } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ClaimDocuments } from "#components/claims/claim-documents.tsx";
import { ClaimAnswers, ClaimFacts } from "#components/claims/claim-facts.tsx";
import { ClaimHeading } from "#components/claims/claim-heading.tsx";
import { ClaimLinks, linksAnchor } from "#components/claims/claim-links.tsx";
import { ClaimPayments } from "#components/claims/claim-payments.tsx";
import { claimHistoryQuery, claimQuery } from "#components/claims/queries.ts";
import { History } from "#components/contracts/history.tsx";
import { CopyButton } from "#components/kit/code/copy-button.tsx";
import { JsonView } from "#components/kit/code/json-view.tsx";
import { Disclosure } from "#components/kit/facts/facts.tsx";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { InsurerPanel } from "#components/sandbox/insurer-panel.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { isAmong } from "#lib/account/users/rules/audience.ts";
import type { ClaimDetail } from "#lib/insurance/claims/read.ts";
import type { Role } from "#lib/platform/roles.ts";

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
