import { createColumnHelper, tableFeatures } from "@tanstack/react-table";

interface ColumnLook {
  /** Figures stand on the right. */
  align?: "right";
  /** On a phone, where rows become cards, the cell is left out. */
  hiddenOnPhone?: boolean;
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
