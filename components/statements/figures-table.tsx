"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Figure, figureNames } from "#components/statements/figure-columns.tsx";
import { useMonthName } from "#components/statements/use-month-name.ts";
import { Link } from "#components/ui/link.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#components/ui/table.tsx";
import type { Figures } from "#lib/insurance/statements/schema.ts";

export interface FiguresRow {
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
