import { stringify } from "csv-stringify/sync";

/**
 * Where some spreadsheet begins a cell that it runs as a formula: at the beginning of ours, or inside it at a separator of its own, since a
 * French one splits at semicolons, whatever is quoted.
 */
const [begin, formula] = [String.raw`(?<=^|[,;\t\r\n])`, String.raw`(?=["\s]*[=+\-@＝＋－＠]|"*[\t\r])`];
const [unguarded, guarded] = [new RegExp(begin + formula, "g"), new RegExp(`${begin}'${formula}`, "g")];

/** Lines of CSV (RFC 4180). An apostrophe precedes what a spreadsheet would run as a formula; numbers stay numbers. */
export function csvLines(rows: readonly (readonly unknown[])[]): string {
  return stringify([...rows], {
    record_delimiter: "windows",
    // The library quotes the whole of a line's end only.
    quoted_match: /[\r\n]/,
    cast: {
      boolean: String,
      date: (date) => date.toISOString(),
      object: (value) => guard(Array.isArray(value) ? value.join(" ") : JSON.stringify(value)),
      string: guard,
    },
  });
}

export function guard(text: string): string {
  return text.replaceAll(unguarded, "'");
}

/** The text of a cell that `guard` has written. */
export function unguard(cell: string): string {
  return cell.replaceAll(guarded, "");
}
