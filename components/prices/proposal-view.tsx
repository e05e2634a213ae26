"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { api } from "#components/kit/api/api.ts";
import { KeyValue, KeyValueList } from "#components/kit/facts/facts.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { PriceEffect } from "#components/prices/effect.tsx";
import { useFigures } from "#components/prices/figures.tsx";
import { proposalQuery, versionsQuery } from "#components/prices/queries.ts";
import { PageHeader } from "#components/shell/page-header.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card, CardContent } from "#components/ui/card.tsx";
import { insurerZone } from "#lib/platform/time/calendar.ts";

type Proposal = Awaited<ReturnType<typeof api.console.prices.readProposal.query>>;

/** A proposed price list with its effect; another person than who proposed it approves it. */
export function ProposalView({ proposalId, viewerId }: { proposalId: string; viewerId: string }) {
  const t = useTranslations("prices");
  const { data: proposal } = useQuery(proposalQuery(proposalId));
  if (proposal === undefined) return null;
  const { name, version, status, withdraws } = proposal;
  const list = `${name === "public" ? t("public") : name}, ${version}`;
  const isWithdrawal = withdraws !== null;
  const isWaiting = status === "waiting";
  const isOwn = proposal.proposedBy === viewerId;
  return (
    <>
      <PageHeader
        title={isWithdrawal ? t("withdrawalOf", { list }) : list}
        crumbs={[{ label: t("title"), href: "/support/prices" }]}
        badge={
          <Badge tone={isWaiting ? "warning" : status === "published" || status === "approved" ? "success" : "outline"}>
            {t(`states.${status}`)}
          </Badge>
        }
        {...(isWaiting && isOwn && { description: t(isWithdrawal ? "ownWithdrawal" : "ownProposal") })}
        actions={isWaiting ? <ProposalActions proposalId={proposalId} proposal={proposal} isOwn={isOwn} /> : undefined}
      />
      <div className="grid gap-6 [&>*]:min-w-0">
        <Card>
          <CardContent className="pt-4 sm:pt-5">
            <ProposalFacts {...proposal} />
          </CardContent>
        </Card>
        {isWithdrawal ? null : <PriceEffect {...proposal} />}
      </div>
    </>
  );
}

/** Who proposed it withdraws it; another person approves or refuses it. */
function ProposalActions({ proposalId, proposal, isOwn }: { proposalId: string; proposal: Proposal; isOwn: boolean }) {
  const t = useTranslations("prices");
  const { sayDay } = useFigures();
  const client = useQueryClient();
  const isWithdrawal = proposal.withdraws !== null;
  const day = sayDay(proposal.effectiveFrom);
  const refuseText = isWithdrawal ? t("refuseWithdrawalText", { day }) : t("refuseText");
  async function refresh() {
    await client.invalidateQueries({ queryKey: proposalQuery(proposalId).queryKey });
    await client.invalidateQueries({ queryKey: versionsQuery.queryKey });
  }
  if (isOwn) {
    return (
      <ConfirmDialog
        trigger={<Button variant="outline">{t("withdraw")}</Button>}
        title={t("withdrawTitle")}
        description={refuseText}
        confirm={t("withdraw")}
        isDestructive
        onConfirm={async () => {
          await api.console.prices.withdraw.mutate({ proposalId });
          await refresh();
        }}
      />
    );
  }
  return (
    <>
      <ConfirmDialog
        trigger={<Button variant="outline">{t("refuse")}</Button>}
        title={t(isWithdrawal ? "refuseWithdrawalTitle" : "refuseTitle")}
        description={refuseText}
        confirm={t("refuse")}
        asksReason
        isDestructive
        onConfirm={async (reason) => {
          await api.console.prices.refuse.mutate({ proposalId, reason });
          await refresh();
        }}
      />
      <ConfirmDialog
        trigger={<Button>{t("approve")}</Button>}
        title={t(isWithdrawal ? "approveWithdrawalTitle" : "approveTitle")}
        description={isWithdrawal ? t("withdrawVersionText") : t("approveText", { day })}
        confirm={t("approve")}
        onConfirm={async () => {
          await api.console.prices.approve.mutate({ proposalId });
          notify("success", t(isWithdrawal ? "withdrawn" : "published"));
          await refresh();
        }}
      />
    </>
  );
}

function ProposalFacts({
  effectiveFrom,
  proposedBy,
  proposedByName,
  proposedAt,
  decidedByName,
  decidedAt,
  reason,
  refusalReason,
}: Proposal) {
  const t = useTranslations("prices");
  return (
    <KeyValueList>
      <KeyValue name={t("from")} value={<TimeStamp at={effectiveFrom} as="day" timeZone={insurerZone} focusable />} />
      <KeyValue name={t("proposedBy")}>
        {proposedByName ?? proposedBy}, <TimeStamp at={proposedAt} />
      </KeyValue>
      <KeyValue name={t("decidedBy")}>
        {decidedAt === null ? null : (
          <>
            {decidedByName ?? "—"}, <TimeStamp at={decidedAt} />
          </>
        )}
      </KeyValue>
      <KeyValue name={t("reason")} wide>
        {reason}
      </KeyValue>
      {refusalReason === null ? null : (
        <KeyValue name={t("refusalReason")} wide>
          {refusalReason}
        </KeyValue>
      )}
    </KeyValueList>
  );
}
