/* oxlint-disable jsx-a11y/prefer-tag-over-role -- on a phone the rows are laid out in two lines, and a table without its display is no table to screen readers */
"use client";

import { ArrowUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { useCallback, useRef } from "react";
import type { KeyboardEvent, MouseEvent, ReactNode } from "react";
import { followsOwnChange } from "#components/kit/api/query-client.ts";
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
  dataUpdatedAt?: number;
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
  /** Left out on narrower screens, and beside a preview. */
  from?: "xl" | "2xl";
}

/** Shows a row beside the list. */
export interface RowPreview {
  shownId: string | null;
  show: (id: string) => void;
}

/** Names the row that is shown beside the list, in the address. */
export const previewParameter = "shown";

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
  columns: all,
  rows: fresh,
  query,
  idOf,
  hrefOf,
  empty,
  pager,
  preview,
  isPaused = false,
  sayNew,
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
  /** The arrow keys go from row to row, and show each. */
  preview?: RowPreview | undefined;
  /** New rows wait to be asked for. */
  isPaused?: boolean;
  /** Says how many new rows wait; `more` is "+" where there may be more. */
  sayNew?: (count: number, more: string) => string;
}) {
  const t = useTranslations("common");
  const body = useRef<HTMLTableSectionElement>(null);
  const isOwn = followsOwnChange(query);
  const isBusy = useCallback(() => !isOwn && (isPaused || body.current?.matches(":hover, :focus-within") === true), [isPaused, isOwn]);
  const filters = withoutPreview(useSearchParams());
  const { rows, waiting, isMore, showAll } = useStableRows<Row>(fresh ?? none, idOf, isBusy, filters);
  const isPreviewed = preview !== undefined && preview.shownId !== null;
  const columns = isPreviewed ? all.filter(({ from }) => from === undefined) : all;
  const outcome = <Outcome query={filters} count={query.isPlaceholderData ? undefined : fresh?.length} />;

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
        // Over the column headers: in a line of its own it would move the rows under the pointer.
        <div className="bg-info-surface text-center max-sm:border-b max-sm:px-4 max-sm:py-1 sm:absolute sm:top-1.5 sm:left-1/2 sm:z-20 sm:-translate-x-1/2 sm:rounded-full sm:border sm:px-3">
          <Button variant="link" size="sm" onClick={showAll}>
            <ArrowUp aria-hidden />
            {(sayNew ?? ((count, more) => t("newRows", { count, more })))(waiting, isMore ? "+" : "")}
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
              {columns.map(({ key, header, align, from }) => (
                <TableHead key={key} role="columnheader" className={cn(align === "right" && "text-right", from && narrow[from])}>
                  {header}
                </TableHead>
              ))}
            </TableRow>
          </TableHeader>
          <TableBody
            ref={body}
            role="rowgroup"
            className="max-sm:block"
            onKeyDown={(event) => focusNeighbourRow(event, preview, (index) => idOf(rows[index] as Row))}
          >
            {query.isPending ? <SkeletonRows columns={columns.length} /> : null}
            {rows.map((row) => (
              <TableRow
                key={idOf(row)}
                role="row"
                onClick={(event) => openRow(event, preview && (() => preview.show(idOf(row))))}
                className={cn(
                  "relative",
                  phoneRow,
                  preview?.shownId === idOf(row) && "bg-accent",
                  hrefOf && "cursor-pointer hover:bg-accent/60 has-[a[data-row-link]:focus-visible]:bg-accent/60",
                )}
              >
                {columns.map(({ key, cell, align, phone, grows, from }, index) => {
                  const content = cell(row);
                  return (
                    <TableCell
                      key={key}
                      role={index === 0 ? "rowheader" : "cell"}
                      className={cn(
                        "max-sm:max-w-full max-sm:min-w-0",
                        align === "right" && "text-right",
                        grows && "sm:w-full sm:max-w-0",
                        from && narrow[from],
                        phonePlaces[index === 0 ? "first" : (phone ?? "none")],
                      )}
                    >
                      <div className={cn("min-w-0", phone !== "line" && "max-sm:truncate", grows && "truncate")}>
                        {index === 0 && hrefOf ? (
                          <IntentLink
                            data-row-link
                            href={hrefOf(row)}
                            className="hover:underline focus-visible:outline-none after:pointer-events-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
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

const narrow = { xl: "max-xl:hidden", "2xl": "max-2xl:hidden" };

/** The address of the list without the row that is shown beside it. */
function withoutPreview(parameters: URLSearchParams): string {
  return new URLSearchParams([...parameters].filter(([name]) => name !== previewParameter)).toString();
}

/** A click anywhere in a row previews it if there is room for a preview; otherwise it opens its page. */
function openRow(event: MouseEvent<HTMLElement>, preview: (() => void) | undefined): void {
  if (event.defaultPrevented || !(event.target instanceof Element)) return;
  if (event.target.closest("a, button, input, label, select, summary, textarea") !== null || getSelection()?.type === "Range") return;
  const link = event.currentTarget.querySelector<HTMLAnchorElement>("a[data-row-link]");
  if (preview !== undefined && matchMedia("(min-width: 80rem)").matches) {
    link?.focus();
    preview();
  } else if (event.metaKey || event.ctrlKey) window.open(link?.href, "_blank", "noopener");
  else link?.click();
}

/** Takes the focus to the row above or below. The first arrow shows the row that has it already. */
function focusNeighbourRow(event: KeyboardEvent<HTMLElement>, preview: RowPreview | undefined, idAt: (index: number) => string): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const links = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>("a[data-row-link]")];
  const place = links.findIndex((link) => link === document.activeElement);
  if (step === undefined || place === -1) return;
  const next = preview?.shownId === null ? place : place + step;
  const link = links[next];
  event.preventDefault();
  if (link === undefined) return;
  link.focus();
  preview?.show(idAt(next));
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
