export const languages = ["en", "fr"] as const;
export type Language = (typeof languages)[number];

/** European English, for dates and figures. */
export const locales = { en: "en-GB", fr: "fr-FR" } as const satisfies Record<Language, string>;

export function languageOf(locale: string): Language {
  return languages.find((language) => locales[language] === locale) ?? languages[0];
}

/** Whom a text is written for. */
export interface Reader {
  language: Language;
  timeZone: string;
}

/** Scripts may set these cookies, since they hold no secrets. */
export const languageCookie = "covergate-language";
export const timeZoneCookie = "covergate-time-zone";

/** The chosen language, else the browser's first preference among ours. */
export function chooseLanguage(chosen: string | undefined, acceptLanguage: string | null): Language {
  const preferences = (acceptLanguage ?? "")
    .split(",")
    .map((item) => {
      const [tag = "", ...parameters] = item.trim().split(";");
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)/.exec(parameter)?.[1]).find((value) => value !== undefined);
      return { language: tag.split("-")[0]?.toLowerCase() ?? "", quality: quality === undefined ? 1 : Number(quality) };
    })
    .toSorted((a, b) => b.quality - a.quality);
  const wanted = [chosen, ...preferences.filter(({ quality }) => quality > 0).map(({ language }) => language)];
  return wanted.flatMap((language) => languages.filter((supported) => supported === language))[0] ?? languages[0];
}

/** The browser's time zone; UTC where it is unknown or invalid. */
export function chooseTimeZone(header: string | undefined): string {
  if (header === undefined) return "UTC";
  try {
    // Not normalized, since the browser compares it with its own.
    new Intl.DateTimeFormat("en", { timeZone: header }).format();
    return header;
  } catch (error) {
    if (error instanceof RangeError) return "UTC";
    throw error;
  }
}
