"use client";

import { useFormatter, useTranslations } from "next-intl";
import { Money } from "#components/kit/facts/figures.tsx";
import type { Column } from "#components/kit/list/data-row.tsx";
import type { Figures } from "#lib/insurance/statements/schema.ts";

/** The figures in the order of every table: insured, cost, paid. */
export const figureNames = [
  ...(["contracts_created", "premium_written", "premium_returned", "premium_net", "tax"] as const),
  "premium_net_excluding_tax",
  ...(["claims_submitted", "claims_paid", "claims_charged", "claims_net", "loss_ratio"] as const),
] satisfies (keyof Figures)[];

/** The sums stay on narrow screens, and what they are made of does not. */
const widths: { [Name in keyof Figures]?: NonNullable<Column<object>["from"]> } = {
  ...({ premium_written: "wide", premium_returned: "wide", tax: "wide", claims_paid: "wide" } as const),
  ...({ premium_net_excluding_tax: "widest", claims_charged: "widest" } as const),
};
const phonePlaces: { [Name in keyof Figures]?: Column<object>["phone"] } = {
  premium_net: "end",
  contracts_created: "below",
  claims_net: "belowEnd",
};

export function useFigureColumns<Row extends object>(figuresOf: (row: Row) => Figures): Column<Row>[] {
  const t = useTranslations("statements.figures");
  return figureNames.map((name) => {
    const phone = phonePlaces[name];
    const from = widths[name];
    return {
      key: name,
      header: t(name),
      cell: (row) => <Figure name={name} figures={figuresOf(row)} />,
      align: "right",
      ...(phone !== undefined && { phone }),
      ...(from !== undefined && { from }),
    };
  });
}

export function Figure({ name, figures }: { name: keyof Figures; figures: Figures }) {
  const format = useFormatter();
  if (name === "loss_ratio") return <LossRatio ratio={figures.loss_ratio} />;
  const isCount = name === "contracts_created" || name === "claims_submitted";
  if (isCount) return <span className="tabular-nums">{format.number(figures[name])}</span>;
  return <Money euros={isSubtracted(name) ? 0 - figures[name] : figures[name]} />;
}

/** True for what a sum subtracts: every table and every total shows it with a minus. */
const isSubtracted = (name: keyof Figures) => name === "claims_charged" || name === "tax";

export function LossRatio({ ratio }: { ratio: number | null }) {
  const format = useFormatter();
  return (
    <span className="tabular-nums">{ratio === null ? "—" : format.number(ratio, { style: "percent", maximumFractionDigits: 1 })}</span>
  );
}
