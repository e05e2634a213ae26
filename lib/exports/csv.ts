/** How a formula begins, in a spreadsheet also of a language that writes wide characters. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;
/** The same after a semicolon: where it separates cells, as in a French spreadsheet, quotes inside a line do not hold a cell together. */
const formulaWithin = /;(?=\s*[=+\-@＝＋－＠])/g;

/** A line of a CSV file (RFC 4180). What a spreadsheet would run as a formula begins with an apostrophe. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(csvCell).join(",")}\r\n`;
}

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (value instanceof Date) return value.toISOString();
  const text = typeof value === "string" ? value : Array.isArray(value) ? value.join(" ") : JSON.stringify(value);
  const safe = (formula.test(text) ? `'${text}` : text).replaceAll(formulaWithin, ";'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
