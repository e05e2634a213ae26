import { createColumnHelper, tableFeatures } from "@tanstack/react-table";

interface ColumnLook {
  /** Figures stand on the right. */
  align?: "right";
  /**
   * Where the cell is on a phone, whose rows have two lines: at the end of the first, which begins with the first column, or at either
   * end of the second, or on a line of its own below. It is left out there where this is not said.
   */
  phone?: "end" | "below" | "belowEnd" | "line";
  /** Takes the width that the others leave, and cuts what does not fit. */
  grows?: boolean;
}

/** Rows come sorted, filtered and in pages from the server, so a table needs none of the library's features. */
// Only its type is read.
const columnMeta: ColumnLook = {};
export const features = tableFeatures({ columnMeta });

/** Describes the columns of a DataTable: `const column = describeColumns<CallRow>()`, then `column.display({ id, header, cell, meta })`. */
export function describeColumns<Row extends object>() {
  return createColumnHelper<typeof features, Row>();
}
