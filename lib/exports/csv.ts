/** Spreadsheets treat these as formulas, also in their full-width form. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;
/** A French spreadsheet splits lines at semicolons, whatever is quoted inside them. */
const formulaWithin = /;(?=\s*[=+\-@＝＋－＠])/g;

/** A line of CSV (RFC 4180). An apostrophe precedes what a spreadsheet would run as a formula. */
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
