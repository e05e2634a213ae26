/** The languages of the samples, in the order of their tabs. */
export const sampleLanguages = ["curl", "typescript", "php", "python"] as const;
export type SampleLanguage = (typeof sampleLanguages)[number];

export const sampleLanguageNames: Record<SampleLanguage, string> = { curl: "curl", typescript: "TypeScript", php: "PHP", python: "Python" };

export const sampleLanguageCookie = "covergate-sample-language";

/** The language of the cookie; curl if it has none or an unknown one. */
export function readSampleLanguage(kept: string | undefined): SampleLanguage {
  return sampleLanguages.find((language) => language === kept) ?? "curl";
}
