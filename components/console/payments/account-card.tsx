"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { accountQuery, declinedQuery } from "#components/approvals/queries.ts";
import { api, trpc } from "#components/kit/api/api.ts";
import { KeyValue, KeyValueList } from "#components/kit/facts/facts.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { Field } from "#components/kit/form/field.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { TitledCard } from "#components/ui/card.tsx";
import { Input } from "#components/ui/input.tsx";
import type { AccountInUse } from "#lib/insurance/payments/read-account.ts";

interface EnterAccountProps {
  /** Null for the account that pays. */
  renterUid: string | null;
  renter: string;
  /** The holder of the account in use; null if there is none. */
  account: string | null;
  variant?: "link" | "outline";
}

/** The account of a rental company, or without one the account that pays, and the one that waits for another person. */
export function AccountCard({ uid, renter = "", viewerId }: { uid: string | null; renter?: string; viewerId: string }) {
  const isPayer = uid === null;
  const t = useTranslations(isPayer ? "approvals.account.payer" : "approvals.account");
  const own = useTranslations("approvals.account");
  const ofSettings = useTranslations("approvals.account.payer");
  const { data } = useQuery(accountQuery(uid));
  const { data: declined = [] } = useQuery(declinedQuery);
  if (data === undefined) return null;
  const { inUse, waiting } = data;
  const last = declined.find(({ kind, subjectId }) => (isPayer ? kind === "payerAccount" : kind === "payeeAccount" && subjectId === uid));
  const changedAt = inUse?.changedAt ?? null;
  return (
    <TitledCard
      className="max-w-4xl"
      title={t("card")}
      description={
        inUse === null
          ? t("none")
          : changedAt === null
            ? ofSettings("ofSettings", { holder: inUse.holder, iban: inUse.iban })
            : t.rich("inUse", { holder: inUse.holder, iban: inUse.iban, time: () => <TimeStamp at={changedAt} as="day" focusable /> })
      }
    >
      {waiting !== null || last === undefined || (changedAt !== null && changedAt > last.at) ? null : (
        <Alert tone="warning" className="mb-3">
          {own("declinedText", { name: last.by, holder: last.detail, reason: last.reason ?? "—" })}
        </Alert>
      )}
      {waiting === null ? (
        <EnterAccount renterUid={uid} renter={renter} account={inUse?.holder ?? null} variant="outline" />
      ) : (
        <WaitingAccount {...waiting} viewerId={viewerId} isPayer={isPayer} />
      )}
    </TitledCard>
  );
}

function WaitingAccount({
  id: proposalId,
  holder,
  nameAtBank,
  iban,
  proposedBy,
  proposedByName,
  proposedAt,
  viewerId,
  isPayer,
}: NonNullable<AccountInUse["waiting"]> & { viewerId: string; isPayer: boolean }) {
  const t = useTranslations("approvals.account");
  const ofKind = useTranslations(isPayer ? "approvals.account.payer" : "approvals.account");
  const isOwn = proposedBy === viewerId;
  const client = useQueryClient();
  async function decided(message: "approved" | "declined" | "withdrawn") {
    notify("success", t(message));
    await Promise.all(
      [trpc.console.payments.pathKey(), trpc.console.approvals.pathKey()].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  }
  return (
    <section aria-label={t("waiting")} className="grid gap-3 rounded-lg border border-warning/40 bg-warning/5 px-4 py-3">
      <p className="font-medium">{t("waiting")}</p>
      <KeyValueList>
        <KeyValue name={t("holder")}>{holder}</KeyValue>
        {nameAtBank !== holder && <KeyValue name={t("nameAtBank")}>{nameAtBank}</KeyValue>}
        <KeyValue name={t("iban")} value={<code className="font-mono">{iban.replaceAll(/(.{4})(?=.)/g, "$1 ")}</code>} />
        <KeyValue name={t("proposedBy")}>
          {proposedByName}, <TimeStamp at={proposedAt} />
        </KeyValue>
      </KeyValueList>
      <p className="text-sm text-muted-foreground">{isOwn ? t("ownText") : ofKind("compare")}</p>
      <div className="flex flex-wrap gap-2">
        {isOwn ? (
          <ConfirmDialog
            trigger={<Button variant="outline">{t("withdraw")}</Button>}
            title={t("withdrawTitle")}
            description={t("stays")}
            confirm={t("withdraw")}
            isDestructive
            onConfirm={() => api.console.payments.withdrawAccount.mutate({ proposalId }).then(() => decided("withdrawn"))}
          />
        ) : (
          <>
            <ConfirmDialog
              trigger={<Button>{t("approve")}</Button>}
              title={t("approveTitle")}
              description={ofKind("description")}
              confirm={t("approve")}
              onConfirm={() => api.console.payments.approveAccount.mutate({ proposalId }).then(() => decided("approved"))}
            />
            <ConfirmDialog
              trigger={<Button variant="outline">{t("decline")}</Button>}
              title={t("declineTitle")}
              description={t("stays")}
              confirm={t("decline")}
              asksReason
              isDestructive
              onConfirm={(reason) => api.console.payments.declineAccount.mutate({ proposalId, reason }).then(() => decided("declined"))}
            />
          </>
        )}
      </div>
    </section>
  );
}

/** The form in which support enters a bank account. Another person approves it. */
export function EnterAccount({ renterUid, renter, account: known, variant = "link" }: EnterAccountProps) {
  const t = useTranslations("approvals.account");
  const ofKind = useTranslations(renterUid === null ? "approvals.account.payer" : "approvals.account");
  const client = useQueryClient();
  const [holder, setHolder] = useState(known ?? renter);
  const [iban, setIban] = useState("");

  async function save(): Promise<void> {
    const { isWaiting } = await api.console.payments.proposeAccount.mutate({ uid: renterUid, holder, iban });
    setIban("");
    notify("success", t(isWaiting ? "proposed" : "done"));
    await Promise.all(
      [trpc.console.payments.pathKey(), trpc.console.approvals.pathKey()].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  }

  return (
    <ConfirmDialog
      trigger={
        <Button variant={variant} size="sm">
          {known === null ? t("open") : t("change")}
        </Button>
      }
      title={ofKind("title", { name: renter })}
      description={ofKind("description")}
      confirm={t("save")}
      isReady={holder.trim() !== "" && iban.trim() !== ""}
      onConfirm={save}
    >
      <Field label={t("holder")}>
        {(control) => <Input {...control} value={holder} onChange={(event) => setHolder(event.target.value)} maxLength={70} required />}
      </Field>
      <Field label={t("iban")}>
        {(control) => (
          <Input {...control} value={iban} onChange={(event) => setIban(event.target.value)} autoComplete="off" maxLength={50} required />
        )}
      </Field>
    </ConfirmDialog>
  );
}
