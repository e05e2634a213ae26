export type Cell = string | number | Date | readonly string[] | null;

/** Formats one line per field with aligned values; lists show their members, empty values a dash. */
export function fields(entries: Record<string, Cell>): string {
  return table(Object.entries(entries).map(([name, value]) => [`${name}:`, value]));
}

export function table(rows: readonly (readonly Cell[])[]): string {
  const cells = rows.map((row) => row.map(cell));
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** One line, since a partner's text must not control the terminal. */
function cell(value: Cell): string {
  return textOf(value).replaceAll(/\p{Cc}+/gu, " ");
}

function textOf(value: Cell): string {
  if (value instanceof Date) return value.toISOString();
  if (value === null) return "—";
  if (typeof value === "object") return value.length === 0 ? "—" : value.join(", ");
  return String(value);
}
