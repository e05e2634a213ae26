import { z } from "zod";
import type { Cents } from "#lib/platform/money/money.ts";

/** The reason why a typed amount is refused, with the values for its sentence. */
export type AmountError =
  | { error: "missing" | "unreadable" | "negative" | "zero" | "decimals" }
  | { error: "tooLarge"; maxCents: Cents }
  /** `1,245` is 1245 to some and 1.245 to others: the digits of both, so that each can be written without doubt. */
  | { error: "ambiguous"; whole: string; units: string; decimals: string };

const spaces = /[\s\u00A0\u2009\u202F]+/g;
const currency = /^(?:€|EUR) ?| ?(?:€|EUR|euros?)$/gi;
const minus = /^[-−] ?| ?[-−]$/;

/** Digits in one piece, or in groups of three with one kind of separator. */
const wholeNumber = /^(?:\d+|\d{1,3}(?<group>[ ,.])\d{3}(?:\k<group>\d{3})*)$/;

/**
 * Reads an amount in euros as English and French people type it. Ambiguous amounts are refused in every language: people keep
 * the habits of their own. Digits are joined and never computed with as fractions, so no cent is lost.
 */
export function readAmount(typed: string, maxCents: Cents): { cents: Cents } | AmountError {
  const text = typed.replaceAll(spaces, " ").trim();
  if (text === "") return { error: "missing" };
  const signed = text.replaceAll(currency, "");
  const figures = signed.replace(minus, "").replaceAll(currency, "");
  if (!/^[\d ,.]*\d$/.test(figures)) return { error: "unreadable" };
  if (figures !== signed) return { error: "negative" };

  const isWhole = wholeNumber.exec(figures);
  if (isWhole !== null) {
    const parts = figures.split(/[ ,.]/);
    const [units = "", decimals = ""] = parts;
    const isOneMark = parts.length === 2 && isWhole.groups?.["group"] !== " ";
    if (isOneMark && units.startsWith("0")) return { error: "decimals" };
    if (isOneMark) return { error: "ambiguous", whole: parts.join(""), units, decimals: decimals.slice(0, 2) };
    return inCents(parts.join(""), "00", maxCents);
  }
  const at = Math.max(figures.lastIndexOf(","), figures.lastIndexOf("."));
  const [before, mark, decimals] = [figures.slice(0, at), figures[at], figures.slice(at + 1)];
  const beforeMark = wholeNumber.exec(before === "" ? "0" : before);
  if (at === -1 || beforeMark === null || beforeMark.groups?.["group"] === mark || !/^\d+$/.test(decimals)) return { error: "unreadable" };
  if (decimals.length > 2) return { error: "decimals" };
  return inCents(before.replaceAll(/[ ,.]/g, ""), decimals.padEnd(2, "0"), maxCents);
}

function inCents(units: string, decimals: string, maxCents: Cents): { cents: Cents } | AmountError {
  const cents = Number(units + decimals);
  if (cents === 0) return { error: "zero" };
  return cents > maxCents ? { error: "tooLarge", maxCents } : { cents };
}

/** A field in which people type an amount in euros; its value is in cents. The error is in `params` of the issue, for the form to word. */
export const typedAmount = (maxCents: Cents) =>
  z.string().transform((typed, { issues }): Cents => {
    const read = readAmount(typed, maxCents);
    if ("cents" in read) return read.cents;
    issues.push({ code: "custom", input: typed, params: read });
    return z.NEVER;
  });

/** Reads a count: digits, in groups of three or not. A count has no decimals, so `1,000` and `1.000` are a thousand. */
export function readCount(typed: string): number | undefined {
  const text = typed.replaceAll(spaces, " ").trim();
  return wholeNumber.test(text) ? Number(text.replaceAll(/[ ,.]/g, "")) : undefined;
}
