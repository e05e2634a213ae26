import { withFirst } from "#lib/platform/i18n/first-of-month.ts";
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
