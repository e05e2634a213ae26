"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import type { ReactNode } from "react";
import { Controller, useWatch } from "react-hook-form";
import type { z } from "zod";
import { ActionEffects } from "#components/console/claims/action-effects.tsx";
import { forms, readByPartner, reasonForDoubts, toAction } from "#components/console/claims/action-forms.ts";
import type { Typed } from "#components/console/claims/action-forms.ts";
import { wordsOf } from "#components/console/claims/action-labels.ts";
import { AmountEffect, DoubtNotice, MoneyFacts, SecondHandlerNotice, weigh } from "#components/console/claims/money-facts.tsx";
import type { ClaimData } from "#components/console/claims/queries.ts";
import { Money } from "#components/kit/facts/figures.tsx";
import { AmountField } from "#components/kit/form/amount-field.tsx";
import { Field } from "#components/kit/form/field.tsx";
import { useSubmit, useZodForm } from "#components/kit/form/form.tsx";
import { ReasonField } from "#components/kit/form/reason-field.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogHeader } from "#components/ui/dialog.tsx";
import { Input } from "#components/ui/input.tsx";
import { Label } from "#components/ui/label.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import type { AllowedAction } from "#lib/insurance/claims/rules/actions.ts";
import { maxAmountCents } from "#lib/insurance/claims/schema-desk.ts";
import type { ClaimAction } from "#lib/insurance/claims/schema-desk.ts";
import { documentCategories } from "#lib/insurance/claims/schema.ts";
import { eurosFromCents } from "#lib/platform/money/money.ts";
import type { Cents } from "#lib/platform/money/money.ts";
import { readAmount } from "#lib/platform/text/typed-numbers.ts";

export interface ActionDialogProps {
  claim: Pick<ClaimData, "id" | "updatedAt" | "status" | "moves" | "requestable"> & {
    yours?: boolean;
    documents: readonly Pick<ClaimData["documents"][number], "id" | "type">[];
    settlements: readonly Pick<ClaimData["settlements"][number], "id" | "type" | "amountCents">[];
    account: Pick<ClaimData["account"], "transfers">;
  };
  /** The claim that amounts are weighed against; absent in the sandbox, where no money moves. */
  money?: ClaimData;
  action: AllowedAction;
  send: (move: ClaimAction) => Promise<void>;
  close: () => void;
  /** Puts the focus back once it is closed. */
  restoreFocus: () => void;
  renderFailure: (failure: unknown) => ReactNode;
  /** Says what another person did meanwhile. */
  renderOvertaken?: () => ReactNode;
  /** Offers texts for the reason, where there are some. */
  renderTemplates?: (onChoose: (text: string) => void) => ReactNode;
}

/** Asks for the input of an action, shows the events it sends to the partner, and takes it. */
export function ActionDialog(props: ActionDialogProps) {
  const { action: asked, claim, close, restoreFocus } = props;
  const t = useTranslations(`claims.desk.moves.${wordsOf(claim, asked)}`);
  const about = describeTarget(claim, asked);
  return (
    <Dialog open onOpenChange={(open) => open || close()}>
      <DialogContent
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          restoreFocus();
        }}
      >
        <DialogHeader title={t("title")} description={t("description", { asked: claim.status === "pending_info" ? 1 : 0 })} />
        {about === undefined ? null : (
          <p className="font-medium [overflow-wrap:anywhere]">{typeof about === "string" ? about : <Money euros={about} />}</p>
        )}
        <ActionForm {...props} />
      </DialogContent>
    </Dialog>
  );
}

/** The type of the document, or the amount in euros: of the settlement, and where a transfer is confirmed or came back, of that. */
function describeTarget({ documents, settlements, account }: ActionDialogProps["claim"], { move, target }: AllowedAction) {
  const settlement = settlements.find(({ id }) => id === target);
  if (settlement === undefined) return documents.find(({ id }) => id === target)?.type;
  const isTransfer = move === "executePayment" || move === "returnPayment";
  const transfer = isTransfer ? account.transfers.find(({ settlementId }) => settlementId === target) : undefined;
  return eurosFromCents((transfer ?? settlement).amountCents);
}

function ActionForm({ claim, money, action: asked, send, close, renderFailure, renderOvertaken, renderTemplates }: ActionDialogProps) {
  const t = useTranslations("claims.desk");
  const common = useTranslations("common");
  const confirm = useTranslations(`claims.desk.moves.${wordsOf(claim, asked)}`)("confirm");
  const listId = useId();
  const { schema, begin } = forms[asked.move];
  const canAskAgain = claim.moves.some(({ target, askAgain }) => askAgain && target === asked.target);
  const form = useZodForm(schema as z.ZodType<Typed, Typed>, "askAgain" in begin ? { ...begin, askAgain: canAskAgain } : begin);
  const { errors, isSubmitting } = form.formState;
  const [askAgain, setAskAgain] = useState(canAskAgain);
  const typedAmount = useWatch({ control: form.control, name: "amountCents" });
  const amountCents = "amountCents" in begin ? centsOf(typedAmount) : claim.settlements.find(({ id }) => id === asked.target)?.amountCents;
  const { doubts, secondHandlerFor } = weigh(money, asked, amountCents);
  const isDoubted = money !== undefined && !money.test && doubts.length > 0;
  const hasReason = "reason" in begin && (isDoubted || !reasonForDoubts.includes(asked.move));
  const isProposal = secondHandlerFor.length > 0;
  const { onSubmit, failure } = useSubmit(form, async (typed) => {
    if (isDoubted && (typed.reason ?? "") === "") {
      form.setError("reason", { message: common("faults.missing") }, { shouldFocus: true });
      return;
    }
    await send(toAction(claim, asked, typed));
    close();
  });
  // The claim may have changed while the dialog was open.
  const allowed = claim.moves.find(
    (move) =>
      move.move === asked.move && move.target === asked.target && move.askAgain === ("askAgain" in begin && askAgain && canAskAgain),
  );
  const isProposedAgain = asked.move === "returnPayment" && allowed?.events.includes("v2.claim.settlement.created") === false;
  return (
    <form noValidate method="post" className="grid gap-4" onSubmit={onSubmit}>
      {failure === undefined ? null : renderFailure(failure)}
      {money === undefined ? null : <MoneyFacts claim={money} move={asked.move} />}
      {"type" in begin ? (
        <Field label={t("fields.type")} hint={t("fields.typeHint")} fault={errors.type?.message}>
          {(control) => (
            <>
              <Input {...control} {...form.register("type")} list={listId} autoComplete="off" maxLength={120} />
              <datalist id={listId}>
                {claim.requestable.map((type) => (
                  <option key={type} value={type}>
                    {type}
                  </option>
                ))}
              </datalist>
            </>
          )}
        </Field>
      ) : null}
      {"category" in begin ? (
        <Field label={t("fields.category")} fault={errors.category?.message}>
          {(control) => <CategorySelect control={control} register={form.register("category")} />}
        </Field>
      ) : null}
      {"amountCents" in begin ? (
        <AmountField
          control={form.control}
          name="amountCents"
          label={t("fields.amount")}
          hint={t("fields.amountHint")}
          maxCents={maxAmountCents}
          sayUnderstood={(cents) => <AmountEffect claim={money} move={asked.move} amountCents={cents} />}
        />
      ) : null}
      {money !== undefined && isDoubted ? <DoubtNotice claim={money} amountCents={amountCents ?? 0} doubts={doubts} /> : null}
      {hasReason ? renderTemplates?.((text) => form.setValue("reason", text)) : null}
      {hasReason ? (
        <ReasonField
          request={{
            label: isDoubted ? t("fields.doubtReason") : common("reason"),
            hint: t(readByPartner.includes(asked.move) ? "partnerReads" : "reasonKept"),
          }}
          fault={errors.reason?.message}
          {...form.register("reason")}
        />
      ) : null}
      {"note" in begin ? (
        <Field label={t("fields.note")} hint={"type" in begin ? t("partnerReads") : undefined} fault={errors.note?.message}>
          {(control) => <Textarea {...control} {...form.register("note")} rows={"type" in begin ? 2 : 5} maxLength={2000} />}
        </Field>
      ) : null}
      {"askAgain" in begin && canAskAgain ? (
        <Controller
          control={form.control}
          name="askAgain"
          render={({ field }) => (
            <Label className="flex items-center gap-2.5 font-normal">
              <Checkbox
                checked={field.value === true}
                onCheckedChange={(checked) => {
                  field.onChange(checked === true);
                  setAskAgain(checked === true);
                }}
              />
              {t("fields.askAgain")}
            </Label>
          )}
        />
      ) : null}
      {money !== undefined && (isProposal || isProposedAgain) ? (
        <SecondHandlerNotice claim={money} move={asked.move} cause={secondHandlerFor[0]} />
      ) : null}
      {allowed === undefined && !isSubmitting && failure === undefined
        ? (renderOvertaken?.() ?? (
            <Alert tone="warning" role="alert">
              {t("noLongerOffered")}
            </Alert>
          ))
        : null}
      {allowed === undefined ? null : (
        <ActionEffects move={asked.move} events={isProposal ? [] : allowed.events} leadsTo={allowed.leadsTo} />
      )}
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">{asked.move === "cancelSettlement" ? t("keepIt") : common("cancel")}</Button>
        </DialogClose>
        <Button
          type="submit"
          variant={asked.move === "rejectClaim" || asked.move === "refuseDocument" || isDoubted ? "destructive" : "default"}
          disabled={isSubmitting || allowed === undefined}
        >
          {isSubmitting ? (
            common("working")
          ) : (isProposal || isDoubted) && amountCents !== undefined ? (
            <span>
              {t.rich(isProposal ? "money.propose" : "money.anyway", { amount: () => <Money euros={eurosFromCents(amountCents)} /> })}
            </span>
          ) : (
            confirm
          )}
        </Button>
      </DialogFooter>
    </form>
  );
}

function centsOf(typed: string | undefined): Cents | undefined {
  const read = readAmount(typed ?? "", maxAmountCents);
  return "cents" in read ? read.cents : undefined;
}

function CategorySelect({ control, register }: { control: { id: string }; register: object }) {
  const t = useTranslations("claims.documents.categories");
  return (
    <NativeSelect {...control} {...register}>
      {documentCategories.map((category) => (
        <option key={category} value={category}>
          {t(category)}
        </option>
      ))}
    </NativeSelect>
  );
}
