"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import type { ReactNode } from "react";
import { Controller, useController, useWatch } from "react-hook-form";
import type { Control, FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import { ActionEffects } from "#components/console/claims/action-effects.tsx";
import { forms, readByPartner, reasonForWarnings, toAction } from "#components/console/claims/action-forms.ts";
import type { ActionDialogProps, Typed } from "#components/console/claims/action-forms.ts";
import { wordsOf } from "#components/console/claims/action-labels.ts";
import { AmountEffect, MoneyFacts, RefundWarnings, SecondHandlerNotice, weigh } from "#components/console/claims/money-facts.tsx";
import { useServerNow } from "#components/kit/api/server-clock.ts";
import { Money } from "#components/kit/facts/figures.tsx";
import { Field, ReasonField } from "#components/kit/form/field.tsx";
import { useSubmit, useZodForm } from "#components/kit/form/form.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogHeader } from "#components/ui/dialog.tsx";
import { Input } from "#components/ui/input.tsx";
import { Label } from "#components/ui/label.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import { documentCategories } from "#db/schema/enums.ts";
import { maxAmountCents } from "#lib/insurance/claims/desk/schema.ts";
import type { AllowedAction } from "#lib/insurance/claims/rules/actions.ts";
import { zone } from "#lib/insurance/statements/rules/months.ts";
import { eurosFromCents } from "#lib/platform/money/money.ts";
import type { Cents } from "#lib/platform/money/money.ts";
import { readAmount } from "#lib/platform/text/typed-numbers.ts";
import { lastBankDay } from "#lib/platform/time/bank-days.ts";
import { dateOf } from "#lib/platform/time/calendar.ts";

type ActionFormReturn = UseFormReturn<Typed, unknown, Typed>;

type ActionFormState = ReturnType<typeof useActionForm>;

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

/** The name of a document to ask for, with `types` as suggestions. */
function TypeField({ form, types }: { form: ActionFormReturn; types: readonly string[] }) {
  const t = useTranslations("claims.desk.fields");
  const listId = useId();
  return (
    <Field label={t("type")} hint={t("typeHint")} error={form.formState.errors.type?.message}>
      {(control) => (
        <>
          <Input {...control} {...form.register("type")} list={listId} autoComplete="off" maxLength={120} />
          <datalist id={listId}>
            {types.map((type) => (
              <option key={type} value={type}>
                {type}
              </option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
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

/** The reason for the action, or, if something speaks against it, the reason to take it all the same. */
function ActionReason({ form, hasWarnings, isReadByPartner }: { form: ActionFormReturn; hasWarnings: boolean; isReadByPartner: boolean }) {
  const t = useTranslations("claims.desk");
  const common = useTranslations("common");
  return (
    <ReasonField
      request={{
        label: hasWarnings ? t("fields.doubtReason") : common("reason"),
        hint: t(isReadByPartner ? "partnerReads" : "reasonKept"),
      }}
      error={form.formState.errors.reason?.message}
      {...form.register("reason")}
    />
  );
}

function AskAgainField({ form, onChange }: { form: ActionFormReturn; onChange: (askAgain: boolean) => void }) {
  const t = useTranslations("claims.desk.fields");
  return (
    <Controller
      control={form.control}
      name="askAgain"
      render={({ field }) => (
        <Label className="flex items-center gap-2.5 font-normal">
          <Checkbox
            checked={field.value === true}
            onCheckedChange={(checked) => {
              field.onChange(checked === true);
              onChange(checked === true);
            }}
          />
          {t("askAgain")}
        </Label>
      )}
    />
  );
}

/** The form of an action: its input, what speaks against the typed amount, and the action that the claim still allows. */
function useActionForm({ claim, money, action: asked, send, close }: ActionDialogProps) {
  const common = useTranslations("common");
  const { schema, begin } = forms[asked.move];
  const canAskAgain = claim.moves.some(({ target, askAgain }) => askAgain && target === asked.target);
  const today = dateOf(useServerNow(), zone);
  // A payment of a file is paid on the day of the file, and a test claim at once.
  const target =
    asked.move === "executePayment" && money?.test === false ? money.settlements.find(({ id }) => id === asked.target) : undefined;
  const isTransfer = money?.account.transfers.some(({ settlementId, amountCents: cents }) => settlementId === asked.target && cents > 0);
  const asksPaidOn = target?.paymentState === "approved" && isTransfer === true;
  const approvedOn = dateOf(target?.createdAt ?? new Date(0), zone);
  const proposedDay = lastBankDay(approvedOn, today);
  const form: ActionFormReturn = useZodForm(
    schema as z.ZodType<Typed, Typed>,
    "askAgain" in begin ? { ...begin, askAgain: canAskAgain } : asksPaidOn ? { ...begin, paidOn: proposedDay ?? "" } : begin,
  );
  const [askAgain, setAskAgain] = useState(canAskAgain);
  const typedAmount = useWatch({ control: form.control, name: "amountCents" });
  const amountCents = "amountCents" in begin ? centsOf(typedAmount) : claim.settlements.find(({ id }) => id === asked.target)?.amountCents;
  const { warnings, secondHandlerFor } = weigh(money, asked, amountCents);
  const hasWarnings = money !== undefined && !money.test && warnings.length > 0;
  const isProposal = secondHandlerFor.length > 0;
  const { onSubmit, error } = useSubmit(form, async (typed) => {
    if (hasWarnings && (typed.reason ?? "") === "") {
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
  return {
    form,
    begin,
    canAskAgain,
    paidOn: asksPaidOn ? { min: approvedOn, max: today, isPossible: proposedDay !== null } : undefined,
    setAskAgain,
    amountCents,
    warnings,
    hasWarnings,
    hasReason: "reason" in begin && (hasWarnings || !reasonForWarnings.includes(asked.move)),
    isProposal,
    needsSecondHandler: isProposal || isProposedAgain,
    secondHandlerFor,
    onSubmit,
    error,
    allowed,
  };
}

function centsOf(typed: string | undefined): Cents | undefined {
  const read = readAmount(typed ?? "", maxAmountCents);
  return "cents" in read ? read.cents : undefined;
}

/**
 * A field for an amount in euros in the user's notation (`typedAmount` in the schema). It shows how the text is understood. `type="number"`
 * would drop the comma of `245,50` in some browsers.
 */
function AmountField<Values extends FieldValues>({
  control: formControl,
  name,
  label,
  hint,
  maxCents,
  sayUnderstood,
}: {
  control: Control<Values>;
  name: FieldPath<Values>;
  label: string;
  /** Shown until the text is a valid amount. */
  hint: string;
  maxCents: Cents;
  /** Describes the effect of the understood amount. */
  sayUnderstood: (cents: Cents) => ReactNode;
}) {
  const { field, fieldState } = useController({ control: formControl, name });
  const read = readAmount(field.value, maxCents);
  const understood = "cents" in read ? sayUnderstood(read.cents) : undefined;
  return (
    <Field
      label={label}
      hint={
        <span aria-live="polite" className={understood === undefined ? undefined : "font-medium text-foreground"}>
          {understood ?? hint}
        </span>
      }
      error={fieldState.error?.message}
    >
      {(control) => (
        <Input {...control} {...field} inputMode="decimal" autoComplete="off" maxLength={40} className="max-w-48 tabular-nums" />
      )}
    </Field>
  );
}
