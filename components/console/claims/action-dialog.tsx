"use client";

import { useTranslations } from "next-intl";
import { ActionEffects } from "#components/console/claims/action-effects.tsx";
import { ActionReason, AskAgainField, CategorySelect, TypeField } from "#components/console/claims/action-fields.tsx";
import { readByPartner } from "#components/console/claims/action-forms.ts";
import type { ActionDialogProps } from "#components/console/claims/action-forms.ts";
import { wordsOf } from "#components/console/claims/action-labels.ts";
import { AmountEffect, MoneyFacts, RefundWarnings, SecondHandlerNotice } from "#components/console/claims/money-facts.tsx";
import { useActionForm } from "#components/console/claims/use-action-form.ts";
import type { ActionFormState } from "#components/console/claims/use-action-form.ts";
import { Money } from "#components/kit/facts/figures.tsx";
import { AmountField } from "#components/kit/form/amount-field.tsx";
import { Field } from "#components/kit/form/field.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogHeader } from "#components/ui/dialog.tsx";
import { Input } from "#components/ui/input.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import type { AllowedAction } from "#lib/insurance/claims/rules/actions.ts";
import { maxAmountCents } from "#lib/insurance/claims/schema-desk.ts";
import { eurosFromCents } from "#lib/platform/money/money.ts";

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

function ActionForm(props: ActionDialogProps) {
  const { claim, money, action: asked, renderError, renderTemplates } = props;
  const t = useTranslations("claims.desk");
  const common = useTranslations("common");
  const payments = useTranslations("claims.payments.pay");
  const refusals = useTranslations("refusals");
  const state = useActionForm(props);
  const { form, begin, amountCents, hasWarnings, hasReason, needsSecondHandler, error, allowed } = state;
  const { errors } = form.formState;
  return (
    <form noValidate method="post" className="grid gap-4" onSubmit={state.onSubmit}>
      {error === undefined ? null : renderError(error)}
      {money === undefined ? null : <MoneyFacts claim={money} move={asked.move} />}
      {"type" in begin ? <TypeField form={form} types={claim.requestable} /> : null}
      {"category" in begin ? (
        <Field label={t("fields.category")} error={errors.category?.message}>
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
      {money !== undefined && hasWarnings ? (
        <RefundWarnings claim={money} amountCents={amountCents ?? 0} warnings={state.warnings} />
      ) : null}
      {state.paidOn === undefined ? null : (
        <Field
          label={payments("paidOn")}
          hint={payments("paidOnHint")}
          error={state.paidOn.isPossible ? errors.paidOn?.message : refusals("noBankDaySince")}
        >
          {(control) => (
            <Input {...control} {...form.register("paidOn")} type="date" min={state.paidOn?.min} max={state.paidOn?.max} required />
          )}
        </Field>
      )}
      {hasReason ? renderTemplates?.((text) => form.setValue("reason", text)) : null}
      {hasReason ? <ActionReason form={form} hasWarnings={hasWarnings} isReadByPartner={readByPartner.includes(asked.move)} /> : null}
      {"note" in begin ? (
        <Field label={t("fields.note")} hint={"type" in begin ? t("partnerReads") : undefined} error={errors.note?.message}>
          {(control) => <Textarea {...control} {...form.register("note")} rows={"type" in begin ? 2 : 5} maxLength={2000} />}
        </Field>
      ) : null}
      {"askAgain" in begin && state.canAskAgain ? <AskAgainField form={form} onChange={state.setAskAgain} /> : null}
      {money !== undefined && needsSecondHandler ? (
        <SecondHandlerNotice claim={money} move={asked.move} cause={state.secondHandlerFor[0]} />
      ) : null}
      {allowed === undefined && !form.formState.isSubmitting && error === undefined
        ? (props.renderOvertaken?.() ?? (
            <Alert tone="warning" role="alert">
              {t("noLongerOffered")}
            </Alert>
          ))
        : null}
      {allowed === undefined ? null : (
        <ActionEffects move={asked.move} events={state.isProposal ? [] : allowed.events} leadsTo={allowed.leadsTo} />
      )}
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">{asked.move === "cancelSettlement" ? t("keepIt") : common("cancel")}</Button>
        </DialogClose>
        <SubmitButton claim={claim} action={asked} state={state} />
      </DialogFooter>
    </form>
  );
}

function SubmitButton({
  claim,
  action: { move, target },
  state,
}: Pick<ActionDialogProps, "claim" | "action"> & { state: ActionFormState }) {
  const t = useTranslations("claims.desk");
  const common = useTranslations("common");
  const { form, allowed, amountCents, hasWarnings, isProposal } = state;
  const { isSubmitting } = form.formState;
  return (
    <Button
      type="submit"
      variant={move === "rejectClaim" || move === "refuseDocument" || hasWarnings ? "destructive" : "default"}
      disabled={isSubmitting || allowed === undefined}
    >
      {isSubmitting ? (
        common("working")
      ) : (isProposal || hasWarnings) && amountCents !== undefined ? (
        <span>
          {t.rich(isProposal ? "money.propose" : "money.anyway", { amount: () => <Money euros={eurosFromCents(amountCents)} /> })}
        </span>
      ) : (
        t(`moves.${wordsOf(claim, { move, target })}.confirm`)
      )}
    </Button>
  );
}
