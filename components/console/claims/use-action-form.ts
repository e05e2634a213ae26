import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import type { UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import { forms, reasonForWarnings, toAction } from "#components/console/claims/action-forms.ts";
import type { ActionDialogProps, Typed } from "#components/console/claims/action-forms.ts";
import { weigh } from "#components/console/claims/money-facts.tsx";
import { useServerNow } from "#components/kit/api/server-clock.ts";
import { useSubmit, useZodForm } from "#components/kit/form/form.tsx";
import { maxAmountCents } from "#lib/insurance/claims/schema-desk.ts";
import { zone } from "#lib/insurance/statements/rules/months.ts";
import type { Cents } from "#lib/platform/money/money.ts";
import { readAmount } from "#lib/platform/text/typed-numbers.ts";
import { lastBankDay } from "#lib/platform/time/bank-days.ts";
import { dateOf } from "#lib/platform/time/calendar.ts";

export type ActionFormReturn = UseFormReturn<Typed, unknown, Typed>;
export type ActionFormState = ReturnType<typeof useActionForm>;

/** The form of an action: its input, what speaks against the typed amount, and the action that the claim still allows. */
export function useActionForm({ claim, money, action: asked, send, close }: ActionDialogProps) {
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
