/** The languages of the portal, the first being the one for everybody else. */
export const languages = ["en", "fr"] as const;
export type Language = (typeof languages)[number];

/** How each language writes dates and figures: a European house's English. */
export const locales = { en: "en-GB", fr: "fr-FR" } as const satisfies Record<Language, string>;

/** Where a browser keeps the language that was chosen, and its time zone: no secrets, so scripts may set them. */
export const languageCookie = "covergate-language";
export const timeZoneCookie = "covergate-time-zone";

/** The language that was chosen, else the first that the browser prefers and we speak. */
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
  return wanted.flatMap((language) => languages.filter((known) => known === language))[0] ?? languages[0];
}

/** The browser's time zone as it told us; UTC until it has, or where it told nonsense. */
export function chooseTimeZone(told: string | undefined): string {
  if (told === undefined) return "UTC";
  try {
    // Only checked, not made canonical: the browser compares it with what it told.
    new Intl.DateTimeFormat("en", { timeZone: told }).format();
    return told;
  } catch (error) {
    if (error instanceof RangeError) return "UTC";
    throw error;
  }
}
