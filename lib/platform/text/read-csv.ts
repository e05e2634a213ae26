/** A line of a spreadsheet that holds something. */
export interface SheetLine {
  /** Its number in the file, from 1. */
  number: number;
  cells: string[];
}

const separators = [";", "\t", ","] as const;

/** The text of a file as spreadsheets save it: UTF-8 with or without a byte order mark, UTF-16, or Windows-1252. */
export function decodeSheet(bytes: Uint8Array): string {
  for (const encoding of ["utf-8", ...(bytes[0] === 0xff ? ["utf-16le"] : []), "windows-1252"]) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
  throw new TypeError("the file is no text");
}

/**
 * Reads CSV as English and French spreadsheets save it: separated by what the first line has of semicolons, tabs and commas, quoted where
 * needed, with empty columns at the end of lines and empty lines between.
 */
export function readSheet(text: string): SheetLine[] {
  const content = text.replace(/^\uFEFF/, "");
  const [first = ""] = content.split(/\r\n|\r|\n/, 1);
  const separator = separators.find((one) => first.replaceAll(/"[^"]*"/g, "").includes(one)) ?? ",";
  // A cell, quoted or not, and its end.
  const cell = new RegExp(
    String.raw`(?:"((?:[^"]|"")*)"[ \t]*(?=${separator}|\r|\n|$)|([^${separator}\r\n]*))(${separator}|\r\n|\r|\n|$)`,
    "y",
  );
  const lines: SheetLine[] = [];
  let cells: string[] = [];
  let [number, next] = [1, 1];
  while (cell.lastIndex < content.length || cells.length > 0) {
    const [whole, quoted, plain = "", end] = cell.exec(content) ?? [];
    if (whole === undefined) break;
    cells.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    next += whole.split(/\r\n|\r|\n/).length - 1;
    if (end === separator) continue;
    while (cells.at(-1) === "") cells.pop();
    if (cells.length > 0) lines.push({ number, cells });
    [cells, number] = [[], next];
    if (end === "") break;
  }
  return lines;
}

/** A figure as English and French spreadsheets write it, such as `0.0416` and `0,0416`; undefined for other texts. */
export function readNumber(cell: string): number | undefined {
  return /^-?\d+(?:[.,]\d+)?$/.test(cell) ? Number(cell.replace(",", ".")) : undefined;
}
