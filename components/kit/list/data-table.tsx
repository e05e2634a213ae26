/* oxlint-disable jsx-a11y/prefer-tag-over-role -- on a phone the rows are laid out in two lines, and a table without its display is no table to screen readers */
"use client";

import { ArrowUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { useCallback, useLayoutEffect, useRef, useState } from "react";
import type { ReactNode, Ref } from "react";
import { followsOwnChange } from "#components/kit/api/api.ts";
import { DataRow, HeaderRow, SkeletonRows, focusNeighbourRow, previewParameter } from "#components/kit/list/data-row.tsx";
import type { Column, RowPreview } from "#components/kit/list/data-row.tsx";
import { Outcome } from "#components/kit/list/outcome.tsx";
import { ErrorState } from "#components/kit/states/error-state.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Table, TableBody, TableHeader } from "#components/ui/table.tsx";

interface Stable<Row> {
  rows: readonly Row[];
  /** How many newer rows wait; at least so many where `isMore`. */
  waiting: number;
  isMore: boolean;
  showAll: () => void;
}

/** The parts of a TanStack query that a table needs. */
interface Loading {
  dataUpdatedAt?: number;
  isPending: boolean;
  isPlaceholderData: boolean;
  error: unknown;
  refetch: () => unknown;
}

interface Props<Row> {
  /** The table's name for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  query: Loading;
  idOf: (row: Row) => string;
  hrefOf?: (row: Row) => string;
  /** An EmptyState with the next step. */
  empty: ReactNode;
  pager?: ReactNode;
  /** The arrow keys go from row to row, and show each. */
  preview?: RowPreview | undefined;
  /** New rows wait to be asked for. */
  isPaused?: boolean;
  /** Says how many new rows wait; `more` is "+" where there may be more. */
  sayNew?: (count: number, more: string) => string;
}

const none: never[] = [];

/**
 * A table of server data: a skeleton while it loads, `empty` without rows, and the error with a retry. On a phone each row has two lines
 * and starts with its first cell. With `hrefOf` the row is a link in its first cell.
 */
export function DataTable<Row extends object>(props: Props<Row>) {
  const { rows: fresh, query, idOf, empty, pager, isPaused = false, sayNew } = props;
  const t = useTranslations("common");
  const body = useRef<HTMLTableSectionElement>(null);
  const isOwn = followsOwnChange(query);
  const isBusy = useCallback(() => !isOwn && (isPaused || body.current?.matches(":hover, :focus-within") === true), [isPaused, isOwn]);
  const filters = withoutPreview(useSearchParams());
  const { rows, waiting, isMore, showAll } = useStableRows<Row>(fresh ?? none, idOf, isBusy, filters);
  const isFailed = query.error !== null && fresh === undefined;
  const isEmpty = fresh?.length === 0 && !query.isPlaceholderData;
  return (
    <div className="@container relative min-w-0 overflow-hidden rounded-lg border bg-card shadow-xs">
      <Outcome query={filters} count={query.isPlaceholderData ? undefined : fresh?.length} />
      {isFailed ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {isEmpty ? empty : null}
      {isFailed || isEmpty ? null : (
        <>
          {waiting === 0 ? null : (
            <NewRows onShow={showAll}>{(sayNew ?? ((count, more) => t("newRows", { count, more })))(waiting, isMore ? "+" : "")}</NewRows>
          )}
          <Rows {...props} rows={rows} body={body} />
        </>
      )}
      {isFailed ? null : pager}
    </div>
  );
}

function Rows<Row>({
  label,
  columns,
  rows,
  query,
  idOf,
  hrefOf,
  preview,
  body,
}: Props<Row> & { rows: readonly Row[]; body: Ref<HTMLTableSectionElement> }) {
  return (
    <div className={cn("overflow-x-auto transition-opacity", query.isPlaceholderData && "opacity-55")} aria-busy={query.isPlaceholderData}>
      <Table role="table" aria-label={label} className="max-sm:block">
        <TableHeader role="rowgroup" className="max-sm:sr-only">
          <HeaderRow columns={columns} />
        </TableHeader>
        <TableBody
          ref={body}
          role="rowgroup"
          className="max-sm:block"
          onKeyDown={(event) => focusNeighbourRow(event, preview, (index) => idOf(rows[index] as Row))}
        >
          {query.isPending ? <SkeletonRows columns={columns.length} /> : null}
          {rows.map((row) => (
            <DataRow
              key={idOf(row)}
              row={row}
              columns={columns}
              href={hrefOf?.(row)}
              show={preview && (() => preview.show(idOf(row)))}
              isShown={preview?.shownId === idOf(row)}
            />
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

/** Stands over the column headers: in a line of its own it would move the rows under the pointer. */
function NewRows({ onShow, children }: { onShow: () => void; children: ReactNode }) {
  return (
    <div className="bg-info-surface text-center max-sm:border-b max-sm:px-4 max-sm:py-1 sm:absolute sm:top-1.5 sm:left-1/2 sm:z-20 sm:-translate-x-1/2 sm:rounded-full sm:border sm:px-3">
      <Button variant="link" size="sm" onClick={onShow} icon={ArrowUp}>
        {children}
      </Button>
    </div>
  );
}

/** The address of the list without the row that is shown beside it. */
function withoutPreview(parameters: URLSearchParams): string {
  return new URLSearchParams([...parameters].filter(([name]) => name !== previewParameter)).toString();
}

/**
 * Keeps the rows of a refreshing list in place while the user works in it. Visible rows are updated and newer ones wait for a click, so
 * that nothing moves under the pointer. Rows that the user made do not wait (`isBusy` is false). `asked` identifies the list: a different one, such as after a change of filters, is shown at once.
 */
function useStableRows<Row>(fresh: readonly Row[], idOf: (row: Row) => string, isBusy: () => boolean, queryKey: string): Stable<Row> {
  const [visible, setShown] = useState({ asked: queryKey, rows: fresh });
  const seen = useRef(fresh);
  // Before the paint, so that no row waits visibly without need.
  useLayoutEffect(() => {
    if (seen.current === fresh) return;
    seen.current = fresh;
    setShown((before) =>
      before.asked === queryKey && isBusy() && hasNewer(before.rows, fresh, idOf)
        ? { asked: queryKey, rows: upToDate(before.rows, fresh, idOf) }
        : { asked: queryKey, rows: fresh },
    );
  }, [fresh, idOf, isBusy, queryKey]);

  const [first] = visible.rows;
  const place = first === undefined ? 0 : fresh.findIndex((row) => idOf(row) === idOf(first));
  return {
    rows: visible.rows,
    waiting: place === -1 ? fresh.length : place,
    isMore: place === -1,
    showAll: () => setShown({ asked: queryKey, rows: fresh }),
  };
}

/** True if the list begins with rows that are not yet shown. */
function hasNewer<Row>(visible: readonly Row[], fresh: readonly Row[], idOf: (row: Row) => string): boolean {
  const [newest] = fresh;
  return newest !== undefined && visible.length > 0 && !visible.some((row) => idOf(row) === idOf(newest));
}

function upToDate<Row>(visible: readonly Row[], fresh: readonly Row[], idOf: (row: Row) => string): Row[] {
  const byId = new Map(fresh.map((row) => [idOf(row), row]));
  return visible.map((row) => byId.get(idOf(row)) ?? row);
}
