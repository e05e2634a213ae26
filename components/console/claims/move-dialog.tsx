"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import type { ReactNode } from "react";
import { Controller, useWatch } from "react-hook-form";
import type { z } from "zod";
import { DoubtNotice, doubtsAbout, MoneyFacts } from "#components/console/claims/money-facts.tsx";
import { MoveEffects } from "#components/console/claims/move-effects.tsx";
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
import { needsSecondHandler } from "#lib/claims/rules/money.ts";
import type { AllowedMove } from "#lib/claims/rules/moves.ts";
import { maxAmountCents, moveForms } from "#lib/claims/schema-desk.ts";
import type { ClaimMove, MoveName } from "#lib/claims/schema-desk.ts";
import { documentCategories } from "#lib/claims/schema.ts";
import { eurosFromCents } from "#lib/money.ts";
import type { Cents } from "#lib/money.ts";
import { readAmount } from "#lib/typed-numbers.ts";

interface Typed extends Record<string, unknown> {
  type?: string;
  category?: string;
  reason?: string;
  askAgain?: boolean;
  /** As it is typed; the schema makes cents of it. */
  amountCents?: string;
  note?: string;
}

interface Form {
  schema: z.ZodType;
  begin: Typed;
}

const reasoned: Form = { schema: moveForms.reasoned, begin: { reason: "" } };
const confirmed: Form = { schema: moveForms.confirmed, begin: {} };
const forms: Record<MoveName, Form> = {
  takeOver: confirmed,
  requestDocument: { schema: moveForms.requestDocument, begin: { type: "", category: "expected", note: "" } },
  acceptDocument: confirmed,
  refuseDocument: { schema: moveForms.refuseDocument, begin: { reason: "", askAgain: false } },
  recheckDocument: confirmed,
  approveRefund: { schema: moveForms.approveRefund, begin: { amountCents: "" } },
  approveProposal: confirmed,
  declineProposal: reasoned,
  executePayment: confirmed,
  returnPayment: reasoned,
  chargeClaim: { schema: moveForms.chargeClaim, begin: { amountCents: "", reason: "" } },
  cancelSettlement: reasoned,
  rejectClaim: reasoned,
  reopenClaim: reasoned,
  noteClaim: { schema: moveForms.noteClaim, begin: { note: "" } },
};

/** What the partner reads of what is typed; all other reasons are for the audit log. */
const readByPartner: readonly MoveName[] = ["refuseDocument", "rejectClaim"];

export interface MoveDialogProps {
  claim: Pick<ClaimData, "id" | "updatedAt" | "moves" | "requestable"> & {
    documents: readonly Pick<ClaimData["documents"][number], "id" | "type">[];
    settlements: readonly Pick<ClaimData["settlements"][number], "id" | "amountCents">[];
  };
  /** What amounts are weighed against; the sandbox, where no money moves, has none. */
  money?: ClaimData;
  asked: AllowedMove;
  send: (move: ClaimMove) => Promise<void>;
  close: () => void;
  /** Puts the focus back once it is closed. */
  restoreFocus: () => void;
  renderFailure: (failure: unknown) => ReactNode;
}

/** Asks what a move needs, says what it sends to the partner, and makes it. */
export function MoveDialog(props: MoveDialogProps) {
  const { asked, claim, close, restoreFocus } = props;
  const t = useTranslations(`claims.desk.moves.${asked.move}`);
  const about = describeTarget(claim, asked);
  return (
    <Dialog open onOpenChange={(open) => open || close()}>
      <DialogContent
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          restoreFocus();
        }}
      >
        <DialogHeader title={t("title")} description={t("description")} />
        {about === undefined ? null : (
          <p className="font-medium [overflow-wrap:anywhere]">{typeof about === "string" ? about : <Money euros={about} />}</p>
        )}
        <MoveForm {...props} />
      </DialogContent>
    </Dialog>
  );
}

/** The type of the document, or the amount of the settlement in euros. */
function describeTarget({ documents, settlements }: MoveDialogProps["claim"], { target }: AllowedMove): string | number | undefined {
  const settlement = settlements.find(({ id }) => id === target);
  return settlement === undefined ? documents.find(({ id }) => id === target)?.type : eurosFromCents(settlement.amountCents);
}

function MoveForm({ claim, money, asked, send, close, renderFailure }: MoveDialogProps) {
  const t = useTranslations("claims.desk");
  const common = useTranslations("common");
  const confirm = useTranslations(`claims.desk.moves.${asked.move}`)("confirm");
  const listId = useId();
  const { schema, begin } = forms[asked.move];
  const canAskAgain = claim.moves.some(({ target, askAgain }) => askAgain && target === asked.target);
  const form = useZodForm(schema as z.ZodType<Typed, Typed>, "askAgain" in begin ? { ...begin, askAgain: canAskAgain } : begin);
  const { errors, isSubmitting } = form.formState;
  const [askAgain, setAskAgain] = useState(canAskAgain);
  const typedAmount = useWatch({ control: form.control, name: "amountCents" });
  const amountCents = "amountCents" in begin ? centsOf(typedAmount) : claim.settlements.find(({ id }) => id === asked.target)?.amountCents;
  const doubts = doubtsAbout(money, asked.move, amountCents);
  const [doubtedCents, setDoubtedCents] = useState<Cents>();
  const isDoubted = doubts.length > 0 && doubtedCents === amountCents;
  const aboveCents = money?.fourEyesAboveCents ?? null;
  const isProposal = money !== undefined && asked.move === "approveRefund" && needsSecondHandler(money, amountCents ?? 0, aboveCents);
  const { onSubmit, failure } = useSubmit(form, async (typed) => {
    if (doubts.length > 0 && !isDoubted) return setDoubtedCents(amountCents);
    await send(toMove(claim, asked, typed));
    close();
  });
  // As the claim is now: somebody else may have moved it while this was open.
  const allowed = claim.moves.find(
    (move) =>
      move.move === asked.move && move.target === asked.target && move.askAgain === ("askAgain" in begin && askAgain && canAskAgain),
  );
  const partnerReads = { label: common("reason"), hint: t("partnerReads") };
  return (
    <form noValidate method="post" className="grid gap-4" onSubmit={onSubmit}>
      {failure === undefined ? null : renderFailure(failure)}
      {money === undefined ? null : <MoneyFacts claim={money} move={asked.move} amountCents={amountCents} />}
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
          sayUnderstood={(amount) =>
            t.rich(asked.move === "chargeClaim" ? "fields.willBeCharged" : "fields.willBePaid", { amount: () => amount })
          }
        />
      ) : null}
      {"reason" in begin ? (
        <ReasonField
          asked={readByPartner.includes(asked.move) ? partnerReads : undefined}
          fault={errors.reason?.message}
          {...form.register("reason")}
        />
      ) : null}
      {"note" in begin ? (
        <Field label={t("fields.note")} hint={t("partnerReads")} fault={errors.note?.message}>
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
      {isProposal ? (
        <Alert>{t.rich("money.secondHandler", { amount: () => <Money euros={eurosFromCents(aboveCents ?? 0)} /> })}</Alert>
      ) : null}
      {allowed === undefined ? null : <MoveEffects events={isProposal ? [] : allowed.events} leadsTo={allowed.leadsTo} />}
      {money !== undefined && isDoubted && amountCents !== undefined ? (
        <DoubtNotice claim={money} amountCents={amountCents} doubts={doubts} />
      ) : null}
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">{common("cancel")}</Button>
        </DialogClose>
        <Button
          type="submit"
          variant={asked.move === "rejectClaim" || asked.move === "refuseDocument" || isDoubted ? "destructive" : "default"}
          disabled={isSubmitting || allowed === undefined}
        >
          {isSubmitting
            ? common("working")
            : isDoubted
              ? t.rich("money.anyway", { amount: () => <Money euros={eurosFromCents(amountCents ?? 0)} /> })
              : confirm}
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

/** Builds the request. Moves on the claim as a whole carry `seen`, the version that the handler saw. */
function toMove(claim: MoveDialogProps["claim"], { move, target }: AllowedMove, typed: Typed): ClaimMove {
  const about =
    target === null
      ? { seen: claim.updatedAt.toISOString() }
      : move.endsWith("Document")
        ? { documentId: target }
        : { settlementId: target };
  return { move, ...about, ...typed } as ClaimMove;
}
