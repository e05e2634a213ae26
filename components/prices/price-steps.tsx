"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Calculation } from "#lib/insurance/prices/calculate.ts";
import type { PriceQuestion } from "#lib/insurance/prices/requests.ts";

const one = 10_000;

/** How a price came about, a line for each figure that counts. */
export function PriceSteps({ steps, question }: { steps: Calculation; question: PriceQuestion }) {
  const t = useTranslations("prices.calculator");
  const name = useTranslations("contracts.options");
  const format = useFormatter();
  const euros = (cents: number) => format.number(cents / 100, { style: "currency", currency: "EUR" });
  const share = (points: number) => format.number(points / one, { style: "percent", maximumFractionDigits: 2 });
  const times = (points: number) => `× ${format.number(points / one, { maximumFractionDigits: 4 })}`;
  return (
    <dl className="grid gap-1">
      <Line name={t("value")}>{euros(question.valueExclCents)}</Line>
      {steps.rates.map(({ option, rate }) => (
        <Line key={option} name={t("rate", { option: name(option) })}>
          {share(rate)}
        </Line>
      ))}
      <Line name={t("termFactor", { type: question.contractType })}>{times(steps.termFactor)}</Line>
      <Line name={t("days")}>{t("daysOfYear", { days: steps.days })}</Line>
      {steps.extras.map(({ option, amountCents }) => (
        <Line key={option} name={name(option)}>
          {t("perMonth", { amount: euros(amountCents), months: steps.months })}
        </Line>
      ))}
      {steps.factors.map(({ option, factor }) => (
        <Line key={option} name={name(option)}>
          {times(factor)}
        </Line>
      ))}
      <Line name={t("tax")}>{share(steps.taxRate)}</Line>
      {steps.isMinimum ? <Line name={t("minimum")}>{euros(steps.priceCents)}</Line> : null}
      <div className="mt-1 flex items-baseline justify-between gap-3 border-t pt-2">
        <dt className="font-medium">{t("price")}</dt>
        <dd className="text-2xl font-semibold tracking-tight tabular-nums">{euros(steps.priceCents)}</dd>
      </div>
    </dl>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-3 text-sm">
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}
