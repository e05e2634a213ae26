/** The languages of the samples, in the order of their tabs. */
export const sampleLanguages = ["curl", "typescript", "php", "python"] as const;
export type SampleLanguage = (typeof sampleLanguages)[number];

export const sampleLanguageNames: Record<SampleLanguage, string> = { curl: "curl", typescript: "TypeScript", php: "PHP", python: "Python" };

/** Where a browser keeps the language that was chosen. */
export const sampleLanguageCookie = "covergate-sample-language";

/** The language that a cookie holds; curl where it holds none that we have. */
export function readSampleLanguage(kept: string | undefined): SampleLanguage {
  return sampleLanguages.find((language) => language === kept) ?? "curl";
}
