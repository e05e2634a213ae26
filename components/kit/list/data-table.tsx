/* oxlint-disable jsx-a11y/prefer-tag-over-role -- on a phone the rows are laid out in two lines, and a table without its display is no table to screen readers */
"use client";

import { ArrowUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { useCallback, useRef } from "react";
import type { ReactNode } from "react";
import { IntentLink } from "#components/kit/facts/intent-link.tsx";
import { Outcome } from "#components/kit/list/outcome.tsx";
import { useStableRows } from "#components/kit/list/use-stable-rows.ts";
import { ErrorState } from "#components/kit/states/error-state.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#components/ui/table.tsx";

/** The parts of a TanStack query that a table needs. */
interface Loading {
  isPending: boolean;
  isPlaceholderData: boolean;
  error: unknown;
  refetch: () => unknown;
}

export interface Column<Row> {
  key: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  align?: "right";
  /**
   * The cell's place on a phone, where rows have two lines: the end of the first line, either end of the second, or a line below. Without a
   * place it is hidden there.
   */
  phone?: "end" | "below" | "belowEnd" | "line";
  /** Takes the remaining width, and truncates its content. */
  grows?: boolean;
}

const none: never[] = [];

/** The two lines of a row on a phone: an empty pseudo-element breaks between them. */
const phoneRow =
  "max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-3 max-sm:gap-y-0.5 max-sm:border-b max-sm:px-4 max-sm:py-2.5 max-sm:last:border-b-0 max-sm:after:order-2 max-sm:after:basis-full max-sm:after:content-['']";
const phonePlaces = {
  first: "max-sm:flex-1 max-sm:font-medium",
  end: "max-sm:order-1 max-sm:max-w-[60%]",
  below: "max-sm:order-3 max-sm:flex-1 max-sm:text-sm max-sm:text-muted-foreground",
  belowEnd: "max-sm:order-4 max-sm:ml-auto max-sm:max-w-[60%] max-sm:text-sm max-sm:text-muted-foreground",
  line: "max-sm:order-5 max-sm:basis-full",
  none: "max-sm:hidden",
};

/**
 * A table of server data: a skeleton while it loads, `empty` without rows, and the error with a retry. On a phone each row has two lines
 * and starts with its first cell. With `hrefOf` the row is a link in its first cell.
 */
export function DataTable<Row extends object>({
  label,
  columns,
  rows: fresh,
  query,
  idOf,
  hrefOf,
  empty,
  pager,
}: {
  /** The table's name for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  query: Loading;
  idOf: (row: Row) => string;
  hrefOf?: (row: Row) => string;
  /** An EmptyState with the next step. */
  empty: ReactNode;
  /** A Pager. */
  pager?: ReactNode;
}) {
  const t = useTranslations("common");
  const body = useRef<HTMLTableSectionElement>(null);
  const isBusy = useCallback(() => body.current?.matches(":hover, :focus-within") === true, []);
  const { rows, waiting, showAll } = useStableRows<Row>(fresh ?? none, idOf, isBusy);
  const asked = useSearchParams().toString();
  const outcome = <Outcome asked={asked} count={query.isPlaceholderData ? undefined : fresh?.length} />;

  if (query.error !== null && fresh === undefined) {
    return (
      <Frame outcome={outcome}>
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      </Frame>
    );
  }
  if (fresh?.length === 0 && !query.isPlaceholderData) {
    return (
      <Frame outcome={outcome}>
        {empty}
        {pager}
      </Frame>
    );
  }

  return (
    <Frame outcome={outcome}>
      {waiting === 0 ? null : (
        <div className="border-b bg-info-surface px-4 py-1 text-center">
          <Button variant="link" size="sm" onClick={showAll}>
            <ArrowUp aria-hidden />
            {t("newRows", { count: waiting })}
          </Button>
        </div>
      )}
      <div
        className={cn("overflow-x-auto transition-opacity", query.isPlaceholderData && "opacity-55")}
        aria-busy={query.isPlaceholderData}
      >
        <Table role="table" aria-label={label} className="max-sm:block">
          <TableHeader role="rowgroup" className="max-sm:sr-only">
            <TableRow role="row">
              {columns.map(({ key, header, align }) => (
                <TableHead key={key} role="columnheader" className={cn(align === "right" && "text-right")}>
                  {header}
                </TableHead>
              ))}
            </TableRow>
          </TableHeader>
          <TableBody ref={body} role="rowgroup" className="max-sm:block">
            {query.isPending ? <SkeletonRows columns={columns.length} /> : null}
            {rows.map((row) => (
              <TableRow
                key={idOf(row)}
                role="row"
                className={cn("relative", phoneRow, hrefOf && "hover:bg-accent/60 has-[a[data-row-link]:focus-visible]:bg-accent/60")}
              >
                {columns.map(({ key, cell, align, phone, grows }, index) => {
                  const content = cell(row);
                  return (
                    <TableCell
                      key={key}
                      role={index === 0 ? "rowheader" : "cell"}
                      className={cn(
                        "max-sm:max-w-full max-sm:min-w-0",
                        align === "right" && "text-right",
                        grows && "sm:w-full sm:max-w-0",
                        phonePlaces[index === 0 ? "first" : (phone ?? "none")],
                      )}
                    >
                      <div className={cn("min-w-0", phone !== "line" && "max-sm:truncate", grows && "truncate")}>
                        {index === 0 && hrefOf ? (
                          <IntentLink
                            data-row-link
                            href={hrefOf(row)}
                            className="after:absolute after:inset-0 hover:underline focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
                          >
                            {content}
                          </IntentLink>
                        ) : (
                          content
                        )}
                      </div>
                    </TableCell>
                  );
                })}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </div>
      {pager}
    </Frame>
  );
}

function Frame({ outcome, children }: { outcome: ReactNode; children: ReactNode }) {
  return (
    <div className="relative min-w-0 overflow-hidden rounded-lg border bg-card shadow-xs">
      {outcome}
      {children}
    </div>
  );
}

function SkeletonRows({ columns }: { columns: number }) {
  return Array.from({ length: 8 }, (_, row) => (
    <TableRow key={row} role="row" className="max-sm:block max-sm:border-b max-sm:last:border-b-0">
      {Array.from({ length: columns }, (_cell, column) => (
        <TableCell key={column} role="cell" className={cn("max-sm:block max-sm:px-4 max-sm:py-1.5", column > 1 && "max-sm:hidden")}>
          <Skeleton className={column === 0 ? "w-36" : "w-20"} />
        </TableCell>
      ))}
    </TableRow>
  ));
}
