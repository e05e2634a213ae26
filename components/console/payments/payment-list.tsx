"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Banknote } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PaymentActions } from "#components/console/payments/payment-actions.tsx";
import { usePaymentColumns } from "#components/console/payments/payment-columns.tsx";
import { paymentsQuery } from "#components/console/payments/queries.ts";
import { trpc } from "#components/kit/api/api.ts";
import { Money } from "#components/kit/facts/figures.tsx";
import { DataTable } from "#components/kit/list/data-table.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Label } from "#components/ui/label.tsx";
import type { Payment } from "#lib/insurance/payments/list.ts";
import type { PaymentResult } from "#lib/insurance/payments/pay.ts";
import { maxPayments } from "#lib/insurance/payments/schema.ts";
import { eurosFromCents } from "#lib/platform/money/money.ts";

const idOf = ({ id }: Payment) => id;

/** The payments of the day: chosen, handed to the bank, and marked as paid, with what became of each. */
export function PaymentList({ isHandler, isSupport }: { isHandler: boolean; isSupport: boolean }) {
  const t = useTranslations("claims.payments");
  const client = useQueryClient();
  const query = useQuery(paymentsQuery);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [results, setResults] = useState<readonly (PaymentResult & { payment: Payment })[]>([]);
  const { rows, isCut = false, hasPayer = false } = query.data ?? {};
  const selected = (rows ?? []).filter(({ id }) => chosen.has(id));
  const columns = usePaymentColumns(isSupport, isHandler ? { chosen, choose } : null);
  const inState = (state: Payment["state"]) => <Sum of={(rows ?? []).filter((row) => row.state === state)} />;

  function choose(ids: readonly string[], isChosen: boolean): void {
    const others = [...chosen].filter((id) => !ids.includes(id));
    setChosen(new Set(isChosen ? [...others, ...ids] : others));
  }

  async function show(outcome: readonly PaymentResult[]): Promise<void> {
    setResults(
      outcome.flatMap((result) => {
        const payment = selected.find(({ id }) => id === result.settlementId);
        return payment === undefined ? [] : [{ ...result, payment }];
      }),
    );
    setChosen(new Set());
    await Promise.all(
      [trpc.console.payments.pathKey(), trpc.console.claims.pathKey()].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  }

  return (
    <div className="grid gap-4">
      <p>{t.rich("totals", { pay: () => inState("approved"), bank: () => inState("executing") })}</p>
      {isHandler ? (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Label className="flex items-center gap-2 font-normal">
              <Checkbox
                checked={rows !== undefined && rows.length > 0 && selected.length === rows.length}
                disabled={rows === undefined || rows.length === 0}
                onCheckedChange={(checked) => choose((rows ?? []).map(idOf), checked === true)}
              />
              {t("selectAll")}
            </Label>
            <p aria-live="polite">
              {t("selected", { count: selected.length })}{" "}
              {selected.length === 0 ? null : (
                <strong>
                  <Sum of={selected} />
                </strong>
              )}
            </p>
          </div>
          <PaymentActions selected={selected} hasPayer={hasPayer} show={show} />
        </div>
      ) : null}
      {isCut ? <Alert>{t("cut", { count: maxPayments })}</Alert> : null}
      <PaymentResults results={results} />
      <DataTable
        label={t("title")}
        columns={columns}
        rows={rows}
        query={query}
        idOf={idOf}
        empty={<EmptyState icon={Banknote} texts={t} />}
      />
    </div>
  );
}

function Sum({ of }: { of: readonly Payment[] }) {
  return <Money euros={eurosFromCents(of.reduce((total, { amountCents }) => total + amountCents, 0))} />;
}

/** The payments that the last step refused, with the reasons. */
function PaymentResults({ results }: { results: readonly (PaymentResult & { payment: Payment })[] }) {
  const t = useTranslations("claims.payments");
  const say = useTranslations("refusals");
  const refused = results.filter((result) => result.refused !== null);
  if (refused.length === 0) return null;
  return (
    <Alert tone="warning" role="alert" title={t("columns.outcome")}>
      <ul>
        {refused.map(({ settlementId, payment, refused: reason }) => (
          <li key={settlementId}>
            {payment.number} · <Money euros={eurosFromCents(payment.amountCents)} />
            {": "}
            {reason === null ? null : say(reason.key, { ...reason.values, renter: payment.renter })}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
