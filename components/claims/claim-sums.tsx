"use client";

import { useTranslations } from "next-intl";
import { Money } from "#components/kit/facts/figures.tsx";
import type { ClaimAccount } from "#lib/insurance/claims/rules/account.ts";
import { eurosFromCents } from "#lib/platform/money/money.ts";

/** Adds up the transfers of a claim, less deductions, below its refunds and deductions. */
export function ClaimSums({ account }: { account: Pick<ClaimAccount, "paidCents" | "toPayCents" | "laterDeductionCents"> }) {
  const t = useTranslations("claims.settlements.sums");
  const sums = [
    ["paid", account.paidCents],
    ["toPay", account.toPayCents],
    ...(account.laterDeductionCents === 0 ? [] : ([["laterDeduction", account.laterDeductionCents]] as const)),
  ] as const;
  return (
    <dl className="mt-3 grid gap-1 border-t pt-3">
      {sums.map(([name, cents]) => (
        <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-3">
          <dt className="text-sm text-muted-foreground">{t(name)}</dt>
          <dd className="font-semibold">
            <Money euros={eurosFromCents(cents)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Shows the transfer of a refund that deductions reduce. */
export function TransferAfterDeductions({ account, settlementId }: { account: Pick<ClaimAccount, "transfers">; settlementId: string }) {
  const t = useTranslations("claims.settlements");
  const transfer = account.transfers.find((one) => one.settlementId === settlementId);
  if (transfer === undefined || transfer.withheldCents === 0) return null;
  const amount = () => <Money euros={eurosFromCents(transfer.amountCents)} />;
  return <p className="text-sm">{transfer.amountCents === 0 ? t("settled") : t.rich("transfer", { amount })}</p>;
}
