"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { FileCheck, RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useQueryState } from "nuqs";
import { useState } from "react";
import { LookUpLink } from "#components/console/links.tsx";
import { ContractFacts, Latest } from "#components/console/look-up/insurance.tsx";
import { TermSearch } from "#components/console/look-up/term-search.tsx";
import { contractFilters, contractQuery } from "#components/console/queries.ts";
import { CoverNow } from "#components/contracts/cover-now.tsx";
import { CoverPeriod } from "#components/contracts/cover-period.tsx";
import { api } from "#components/kit/api/api.ts";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { Field, ReasonField } from "#components/kit/form/field.tsx";
import { FormDialogFooter, FormError, useSubmit, useZodForm } from "#components/kit/form/form.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { Button } from "#components/ui/button.tsx";
import { Card, CardAction, CardContent, CardDescription, CardHeader, CardTitle } from "#components/ui/card.tsx";
import { Dialog, DialogContent, DialogHeader, DialogTrigger } from "#components/ui/dialog.tsx";
import { Input } from "#components/ui/input.tsx";
import type { FoundContract, FoundContractProduct } from "#lib/developer/console/find-insurance.ts";
import { reopening } from "#lib/insurance/contracts/schema.ts";
import type { Role } from "#lib/platform/roles.ts";

/** A cid, or the identifier of a product in a contract. */
const isIdentifier = (text: string) => /^(?:cpid_)?[\da-z]{26}$/i.test(text.trim());

/** Finds any partner's contract by its cid; support can reopen it here. The look-up answers other texts. */
export function ContractFinder({ role }: { role: Role }) {
  const t = useTranslations("lookup.contracts");
  const [asked, setAsked] = useQueryState("cid", contractFilters.cid.withOptions({ history: "push" }));
  const router = useRouter();
  const cid = asked?.trim() ?? "";
  const query = useQuery({ ...contractQuery(cid), enabled: cid !== "" });
  return (
    <TermSearch
      term={cid}
      onAsk={(next) => {
        if (next === "" || isIdentifier(next)) void setAsked(next === "" ? null : next);
        else router.push(`/support/lookup?${new URLSearchParams({ q: next })}`);
      }}
      query={query}
      count={(contract) => (contract === null ? 0 : 1)}
      icon={FileCheck}
      words={{
        label: t("label"),
        placeholder: t("placeholder"),
        confirm: t("find"),
        emptyTitle: t("emptyTitle"),
        empty: t("empty"),
        noneTitle: t("noneTitle"),
        none: t("none"),
      }}
    >
      {(contract) => (contract === null ? null : <Contract contract={contract} isSupport={role === "support"} />)}
    </TermSearch>
  );
}

function Contract({ contract, isSupport }: { contract: FoundContract; isSupport: boolean }) {
  const t = useTranslations("lookup.contracts");
  const word = useTranslations("lookup");
  const isOver = contract.status === "closed";
  const canReopen = isOver && contract.nextCid === null;
  return (
    <>
      <Card>
        <CardHeader>
          <CardTitle>{t("contract")}</CardTitle>
          {isSupport && canReopen ? (
            <CardAction>
              <ReopenContract cid={contract.cid} endedAt={contract.endDate} />
            </CardAction>
          ) : null}
          {isSupport && contract.status !== "open" ? (
            <CardDescription>{t(isOver ? (canReopen ? "canReopen" : "wasRenewed") : "onlyClosed")}</CardDescription>
          ) : null}
        </CardHeader>
        <CardContent className="grid gap-5">
          <CoverNow
            cover={contract.coverNow}
            isTest={contract.test}
            endReason={contract.endReason}
            next={contract.nextCid === null ? null : <LookUpLink id={contract.nextCid} />}
          />
          <ContractFacts contract={contract} isSupport={isSupport} isWhole />
        </CardContent>
      </Card>
      <Card>
        <CardHeader>
          <CardTitle>{t("products")}</CardTitle>
        </CardHeader>
        <CardContent>
          <ContractProducts products={contract.products} />
        </CardContent>
      </Card>
      <Card>
        <CardHeader>
          <CardTitle>{word("latest")}</CardTitle>
        </CardHeader>
        <CardContent>
          <Latest of={contract} />
        </CardContent>
      </Card>
    </>
  );
}

/** Every product, and which of them is claimed. */
function ContractProducts({ products }: Pick<FoundContract, "products">) {
  const t = useTranslations("lookup.contracts");
  return (
    <ul className="grid gap-3">
      {products.map(({ cpid, title, marking, userName, status, startDate, endDate, claims }) => (
        <li key={cpid} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StatusBadge of="contract" status={status} />
          {title}
          {marking === null ? null : <span className="text-sm text-muted-foreground">{t("marked", { marking })}</span>}
          {userName === null ? null : <span className="text-sm">{t("usedBy", { name: userName })}</span>}
          <span className="text-sm text-muted-foreground">
            <CoverPeriod from={startDate} until={endDate} focusable />
          </span>
          <code className="font-mono text-sm text-muted-foreground">{cpid}</code>
          {claims.length === 0 ? null : (
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
              {t.rich("claimed", { claims: () => claims.map((claim) => <ClaimLink key={claim.id} claim={claim} />) })}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function ClaimLink({ claim: { id, claimId, status } }: { claim: FoundContractProduct["claims"][number] }) {
  return (
    <>
      <TextLink href={`/support/claims/${id}`} className="font-mono">
        {claimId}
      </TextLink>
      <StatusBadge of="claim" status={status} />
    </>
  );
}

function ReopenContract({ cid, endedAt }: { cid: string; endedAt: Date }) {
  const t = useTranslations("lookup.reopen");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger asChild>
        <Button>
          <RotateCcw aria-hidden />
          {t("open")}
        </Button>
      </DialogTrigger>
      <DialogContent>
        <DialogHeader title={t("title")} description={t.rich("description", { time: () => <TimeStamp at={endedAt} /> })} />
        <ReopeningForm cid={cid} onDone={() => setIsOpen(false)} />
      </DialogContent>
    </Dialog>
  );
}

function ReopeningForm({ cid, onDone }: { cid: string; onDone: () => void }) {
  const t = useTranslations("lookup.reopen");
  const client = useQueryClient();
  const form = useZodForm(reopening, { reason: "" });
  const { errors, isSubmitting } = form.formState;
  const { onSubmit, error } = useSubmit(form, async (values) => {
    try {
      await api.console.lookUp.reopenContract.mutate({ cid, ...values });
      notify("success", t("done"));
      onDone();
    } finally {
      void client.invalidateQueries({ queryKey: contractQuery(cid).queryKey });
    }
  });
  return (
    <form noValidate method="post" className="grid gap-4" onSubmit={onSubmit}>
      <FormError error={error} />
      <Field label={t("endDate")} hint={t("endDateHint")} error={errors.endDate?.message}>
        {(control) => <Input {...control} {...form.register("endDate", { setValueAs: readInstant })} type="datetime-local" />}
      </Field>
      <ReasonField error={errors.reason?.message} {...form.register("reason")} />
      <FormDialogFooter confirm={t("confirm")} isBusy={isSubmitting} />
    </form>
  );
}

/** Converts a time chosen in the browser's zone to an instant. */
function readInstant(written: string | undefined): string | undefined {
  const moment = new Date(written ?? "");
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}
