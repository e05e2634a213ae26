import type { ReactNode } from "react";
import { cn } from "#components/ui/class-names.ts";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#components/ui/table.tsx";

const alignment = (index: number) => (index === 0 ? "" : "text-right");

/** A few figures side by side: the first column names the line, the others stand on the right. */
export function SimpleTable({
  label,
  headers,
  rows,
}: {
  label: string;
  headers: readonly string[];
  rows: readonly { id: string; cells: readonly ReactNode[] }[];
}) {
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
      tabIndex={0}
      aria-label={label}
      className="overflow-x-auto rounded-lg border bg-card shadow-xs"
    >
      <Table className="text-sm tabular-nums [&_th]:py-1.5 [&_th]:align-bottom [&_th]:whitespace-normal [&_td]:border-b [&_td]:px-4 [&_td]:py-1.5 [&_tr:last-child>td]:border-b-0">
        <TableHeader>
          <TableRow>
            {headers.map((header, index) => (
              <TableHead key={header} className={alignment(index)}>
                {header}
              </TableHead>
            ))}
          </TableRow>
        </TableHeader>
        <TableBody>
          {rows.map(({ id, cells }) => (
            <TableRow key={id}>
              {headers.map((header, index) => (
                <TableCell key={header} className={cn(alignment(index), index > 0 && "whitespace-nowrap")}>
                  {cells[index]}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </section>
  );
}
