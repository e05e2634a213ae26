"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Money } from "#components/kit/facts/figures.tsx";
import type { Column } from "#components/kit/list/data-row.tsx";
import { Link } from "#components/ui/link.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#components/ui/table.tsx";
import { startOfMonth, zone } from "#lib/insurance/statements/rules/months.ts";
import type { Figures } from "#lib/insurance/statements/schema.ts";

/** The figures in the order of every table: insured, cost, paid. */
const figureNames = [
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

function Figure({ name, figures }: { name: keyof Figures; figures: Figures }) {
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

interface FiguresRow {
  id: string;
  name: string;
  href: string;
  figures: Figures;
}

const paperStyles =
  "print:text-[7pt] print:leading-tight print:[&_td]:px-1 print:[&_td]:py-1 print:[&_th]:h-auto print:[&_th]:px-1 print:[&_th]:py-1 print:[&_th]:text-[7pt] print:[&_th]:whitespace-normal";

/** The figures of a month, one line per owner, and the total: it scrolls sideways on a narrow screen, and fits an A4 page. */
export function FiguresTable({
  title,
  onPaper,
  month,
  nameOfRow,
  rows,
  totals,
  actions,
}: {
  title: string;
  /** The title above the columns on each printed sheet: the owner of the month. */
  onPaper: string;
  month: string;
  nameOfRow: string;
  rows: readonly FiguresRow[];
  totals: Figures;
  actions: ReactNode;
}) {
  const t = useTranslations("statements");
  const name = useTranslations("statements.figures");
  const sayMonth = useMonthName();
  return (
    <div className="min-w-0">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 id="figures" className="text-lg font-semibold tracking-tight">
          {title}
        </h2>
        <span className="contents print:hidden">{actions}</span>
      </div>
      <section
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
        tabIndex={0}
        aria-labelledby="figures"
        className="overflow-x-auto rounded-lg border bg-card shadow-xs print:overflow-visible"
      >
        <Table
          className={`text-sm tabular-nums [&_th]:align-bottom [&_th]:whitespace-normal [&_td]:border-b [&_td]:px-2 [&_td]:py-2 [&_th]:px-2 2xl:[&_td]:px-3 2xl:[&_th]:px-3 ${paperStyles}`}
        >
          <TableHeader>
            <TableRow className="hidden print:table-row">
              <TableHead colSpan={figureNames.length + 1}>
                {onPaper} · {t("statementOf", { month: sayMonth(month) })}
              </TableHead>
            </TableRow>
            <TableRow>
              <TableHead>{nameOfRow}</TableHead>
              {figureNames.map((each) => (
                <TableHead key={each} className="text-right">
                  {name(each)}
                </TableHead>
              ))}
            </TableRow>
          </TableHeader>
          <TableBody>
            {rows.map(({ id, name: rowName, href, figures }) => (
              <TableRow key={id} className="break-inside-avoid">
                <TableCell className="min-w-36 print:min-w-0">
                  <Link href={href} className="text-link hover:underline print:text-foreground">
                    {rowName}
                  </Link>
                </TableCell>
                <FigureCells figures={figures} />
              </TableRow>
            ))}
            <TableRow className="break-inside-avoid font-semibold">
              <TableCell>{t("total")}</TableCell>
              <FigureCells figures={totals} />
            </TableRow>
          </TableBody>
        </Table>
      </section>
    </div>
  );
}

function FigureCells({ figures }: { figures: Figures }) {
  return figureNames.map((name) => (
    <TableCell key={name} className="text-right whitespace-nowrap">
      <Figure name={name} figures={figures} />
    </TableCell>
  ));
}

/** Says a month such as `2027-01`. */
export function useMonthName(): (month: string) => string {
  const format = useFormatter();
  return (month) => format.dateTime(startOfMonth(month), { month: "long", year: "numeric", timeZone: zone });
}
