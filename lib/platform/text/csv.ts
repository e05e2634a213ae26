import { stringify } from "csv-stringify/sync";
import type { Language } from "#lib/platform/i18n/locales.ts";

/** The separator and the number format of spreadsheets, by language. */
const forms = { en: { delimiter: ",", decimal: "." }, fr: { delimiter: ";", decimal: "," } } as const satisfies Record<Language, object>;

/** A file for people begins with it: Excel reads UTF-8 only behind one. */
export const byteOrderMark = "\uFEFF";

/**
 * Places where a spreadsheet may begin a cell that it runs as a formula: the beginning of ours, or a separator of its own inside, since a
 * French one splits at semicolons, whatever is quoted.
 */
const [begin, formula] = [String.raw`(?<=^|[,;\t\r\n])`, String.raw`(?=["\s]*[=+\-@＝＋－＠]|"*[\t\r])`];
const [unguarded, guarded] = [new RegExp(begin + formula, "g"), new RegExp(`${begin}'${formula}`, "g")];

/**
 * Lines of CSV: RFC 4180 with points for programs, and for people as the spreadsheets of their language write it. An apostrophe precedes what
 * a spreadsheet would run as a formula; numbers stay numbers.
 */
export function csvLines(rows: readonly (readonly unknown[])[], language: Language = "en"): string {
  const { delimiter, decimal } = forms[language];
  return stringify([...rows], {
    delimiter,
    record_delimiter: "windows",
    // The library quotes the whole of a line's end only.
    quoted_match: /[\r\n]/,
    cast: {
      boolean: String,
      number: (value) => String(value).replace(".", decimal),
      date: (date) => date.toISOString(),
      object: (value) => guard(Array.isArray(value) ? value.join(" ") : JSON.stringify(value)),
      string: guard,
    },
  });
}

function guard(text: string): string {
  return text.replaceAll(unguarded, "'");
}

/** The text of a cell that `guard` has written. */
export function unguard(cell: string): string {
  return cell.replaceAll(guarded, "");
}
