/** The languages of the samples, in the order of their tabs. */
export const sampleLanguages = ["curl", "typescript", "php", "python"] as const;
export type SampleLanguage = (typeof sampleLanguages)[number];

export const sampleLanguageNames: Record<SampleLanguage, string> = { curl: "curl", typescript: "TypeScript", php: "PHP", python: "Python" };

export const sampleLanguageCookie = "covergate-sample-language";

/** The language that cookies name; curl if they name none or an unknown one. */
export function readSampleLanguage(cookies: string): SampleLanguage {
  const pairs = cookies.split("; ");
  return sampleLanguages.find((language) => pairs.includes(`${sampleLanguageCookie}=${language}`)) ?? "curl";
}
