import { locales } from "#lib/platform/i18n/locales.ts";
import type { Language } from "#lib/platform/i18n/locales.ts";

/** `10 March 2027 at 10:00 UTC`, for messages whose reader's time zone is unknown. */
export function momentInUtc(at: Date, language: Language): string {
  const format = new Intl.DateTimeFormat(locales[language], { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  return `${withFirst(format.format(at))} UTC`;
}

/** `10 March 2027`, in Paris, where price lists take effect. */
export function dayInParis(at: Date, language: Language): string {
  return withFirst(new Intl.DateTimeFormat(locales[language], { dateStyle: "long", timeZone: "Europe/Paris" }).format(at));
}

/** The first day before the name of a French month, in full or cut short. */
const first = /(?<![\d.,])1(?= (?:janv|févr|mars|avr|mai|juin|juil|août|sept|oct|nov|déc))/g;

/** Calls the first day of a month « 1er » in a formatted French date, which Intl does not. Other texts stay as they are. */
export function withFirst(date: string): string {
  return date.replaceAll(first, "1er");
}
