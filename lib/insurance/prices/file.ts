import { figureOf, figuresOf, subtypeFigures, tariffFigures, units } from "#lib/insurance/prices/figures.ts";
import { tariffRates } from "#lib/insurance/prices/schema.ts";
import type { NewTariff } from "#lib/insurance/prices/schema.ts";
import type { Language } from "#lib/platform/i18n/locales.ts";
import { byteOrderMark, csvLines, unguard } from "#lib/platform/text/csv.ts";
import { readNumber, readSheet } from "#lib/platform/text/read-csv.ts";

/** An error in a file, and where it is: a line of CSV, or a path in JSON. */
export interface TariffFileError {
  place: string;
  error: "unreadable" | "missing" | "unknown" | "twice" | "noNumber" | "outside" | "decimals" | "noText";
  /** The value in the file, and for `outside` its bounds. */
  values?: { found?: string; min?: number; max?: number };
}

export type PriceList = Pick<NewTariff, "name" | "version" | "rates">;
export type ReadFile = { list: PriceList } | { errors: TariffFileError[] };

interface Figure {
  place: string;
  value: unknown;
}

const maxTextLength = 64;
const names = ["name", "version"] as const;
const heads = { en: ["path", "value"], fr: ["chemin", "valeur"] } as const satisfies Record<Language, readonly string[]>;

/**
 * Reads a price list from JSON, or from CSV with a path and a value a line, and says of each error where it is. Figures are decimals: rates
 * within 0 to 1, factors 0.1 to 10, extras 0 to 100 euros, and every type and option of the catalogue present (rules/prices.md#lists-5).
 */
export function readPriceFile(text: string): ReadFile {
  const errors: TariffFileError[] = [];
  const figures = new Map<string, Figure>();
  const note = (path: string, { place, value }: Figure) => {
    if (figures.has(path)) errors.push({ place, error: "twice", values: { found: path } });
    else figures.set(path, { place, value });
  };
  try {
    if (text.trimStart().startsWith("{")) readJson(JSON.parse(text), note);
    else readCsv(text, note);
  } catch (error) {
    return { errors: [{ place: "", error: "unreadable", values: { found: error instanceof Error ? error.message : "" } }] };
  }
  const known = new Set<string>([...names, ...[...tariffFigures, ...subtypeFigures].map(({ path }) => path)]);
  for (const [path, { place }] of figures) if (!known.has(path)) errors.push({ place, error: "unknown", values: { found: path } });
  const [name, version] = names.map((key) => readName(key, figures.get(key), errors));
  const rates: Record<string, unknown> = {};
  for (const figure of [...tariffFigures, ...subtypeFigures.filter(({ path }) => figures.has(path))]) {
    const stored = readFigure(figure.path, figures.get(figure.path), units[figure.unit], errors);
    const [last = "", ...above] = figure.keys.toReversed();
    const into = above.toReversed().reduce((at, key) => (at[key] ??= {}) as Record<string, unknown>, rates);
    into[last] = stored;
  }
  if (errors.length > 0) return { errors };
  return { list: { name: name ?? "", version: version ?? "", rates: tariffRates.parse(rates) } };
}

function readJson(value: unknown, note: (path: string, figure: Figure) => void, path = ""): void {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return note(path, { place: path, value });
  for (const [key, inner] of Object.entries(value)) readJson(inner, note, path === "" ? key : `${path}.${key}`);
  return undefined;
}

/** A path and a value a line. */
function readCsv(text: string, note: (path: string, figure: Figure) => void): void {
  for (const { number, cells } of readSheet(text)) {
    const [path = "", value = ""] = cells;
    const isHead = Object.values(heads).some(([head]) => head === path);
    if (!isHead) note(path, { place: String(number), value: readNumber(value) ?? unguard(value) });
  }
}

function readName(key: string, figure: Figure | undefined, errors: TariffFileError[]): string {
  if (figure === undefined) errors.push({ place: key, error: "missing" });
  // A version of CSV may look like a number.
  const text = typeof figure?.value === "number" ? String(figure.value) : figure?.value;
  const isText = typeof text === "string" && text.trim() !== "" && text.length <= maxTextLength;
  if (figure !== undefined && !isText) errors.push({ place: figure.place, error: "noText" });
  return isText ? text.trim() : "";
}

function readFigure(
  path: string,
  figure: Figure | undefined,
  { min, max, scale }: (typeof units)[keyof typeof units],
  errors: TariffFileError[],
): number {
  if (figure === undefined) {
    errors.push({ place: path, error: "missing" });
    return 0;
  }
  const { place, value } = figure;
  const stored = typeof value === "number" ? Math.round(value * scale) : Number.NaN;
  if (typeof value !== "number") errors.push({ place, error: "noNumber", values: { found: String(value) } });
  else if (value < min || value > max) errors.push({ place, error: "outside", values: { found: String(value), min, max } });
  else if (stored / scale !== value) errors.push({ place, error: "decimals", values: { found: String(value) } });
  return stored;
}

/** A price list as a file that `readPriceFile` reads; CSV with a language is for its spreadsheets. */
export function writePriceFile({ name, version, rates }: PriceList, format: "json" | "csv", language?: Language): string {
  const figures = figuresOf(rates).map((figure) => [figure.path, figureOf(rates, figure) ?? 0] as const);
  if (format === "csv") {
    const begin = language === undefined ? "" : byteOrderMark;
    return begin + csvLines([heads[language ?? "en"], ["name", name], ["version", version], ...figures], language);
  }
  const file: Record<string, unknown> = { name, version };
  for (const [path, value] of figures) {
    const [last = "", ...above] = path.split(".").toReversed();
    const into = above.toReversed().reduce((at, key) => (at[key] ??= {}) as Record<string, unknown>, file);
    into[last] = value;
  }
  return `${JSON.stringify(file, null, 2)}\n`;
}
