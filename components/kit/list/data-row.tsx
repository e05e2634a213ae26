/* oxlint-disable jsx-a11y/prefer-tag-over-role -- on a phone the rows are laid out in two lines, and a table without its display is no table to screen readers */
"use client";

import type { KeyboardEvent, MouseEvent, ReactNode } from "react";
import { cn } from "#components/ui/class-names.ts";
import { Link } from "#components/ui/link.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { TableCell, TableHead, TableRow } from "#components/ui/table.tsx";

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
  /** Less important: left out of tables that are narrower, such as on a tablet or beside a preview. */
  from?: "medium" | "wide" | "wider" | "widest";
}

/** Shows a row beside the list. */
export interface RowPreview {
  shownId: string | null;
  show: (id: string) => void;
}

/** Names the row that is shown beside the list, in the address. */
export const previewParameter = "shown";

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

/** Widths of the table itself, so that a preview beside it counts: 768, 928, 1088 and 1216 pixels. */
const narrow = {
  medium: "@max-[48rem]:hidden",
  wide: "@max-[58rem]:hidden",
  wider: "@max-[68rem]:hidden",
  widest: "@max-[76rem]:hidden",
};

export function HeaderRow<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <TableRow role="row">
      {columns.map(({ key, header, align, from }) => (
        <TableHead key={key} role="columnheader" className={cn(align === "right" && "text-right", from && narrow[from])}>
          {header}
        </TableHead>
      ))}
    </TableRow>
  );
}

/** A row, whose first cell is a link with `href`. A click anywhere in it calls `show`, or else follows the link. */
export function DataRow<Row>({
  row,
  columns,
  href,
  show,
  isShown,
}: {
  row: Row;
  columns: readonly Column<Row>[];
  href: string | undefined;
  show: (() => void) | undefined;
  isShown: boolean;
}) {
  return (
    <TableRow
      role="row"
      onClick={(event) => openRow(event, show)}
      className={cn(
        "relative",
        phoneRow,
        isShown && "bg-accent",
        href !== undefined && "cursor-pointer hover:bg-accent/60 has-[a[data-row-link]:focus-visible]:bg-accent/60",
      )}
    >
      {columns.map((column, index) => (
        <Cell key={column.key} column={column} isFirst={index === 0}>
          {index === 0 && href !== undefined ? (
            <Link
              data-row-link
              href={href}
              className="hover:underline focus-visible:outline-none after:pointer-events-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
            >
              {column.cell(row)}
            </Link>
          ) : (
            column.cell(row)
          )}
        </Cell>
      ))}
    </TableRow>
  );
}

function Cell<Row>({
  column: { align, phone, grows, from },
  isFirst,
  children,
}: {
  column: Column<Row>;
  isFirst: boolean;
  children: ReactNode;
}) {
  return (
    <TableCell
      role={isFirst ? "rowheader" : "cell"}
      className={cn(
        "max-sm:max-w-full max-sm:min-w-0",
        align === "right" && "text-right",
        grows && "sm:w-full sm:max-w-0",
        from && narrow[from],
        phonePlaces[isFirst ? "first" : (phone ?? "none")],
      )}
    >
      <div className={cn("min-w-0", phone !== "line" && "max-sm:truncate", grows && "truncate")}>{children}</div>
    </TableCell>
  );
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
export function focusNeighbourRow(
  event: KeyboardEvent<HTMLElement>,
  preview: RowPreview | undefined,
  idAt: (index: number) => string,
): void {
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

export function SkeletonRows({ columns }: { columns: number }) {
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
