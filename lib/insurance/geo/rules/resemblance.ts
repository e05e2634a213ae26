import { normalForm, readCityName } from "#lib/insurance/geo/rules/names.ts";
import { editDistance } from "#lib/platform/text/edit-distance.ts";

export interface ComparedCity {
  name: string;
  key: string;
  population: number;
}

/** The confidence in a complete name that is not in normal form, which has 1. */
export const wholeName = 0.98;
/** The confidence in a name that begins with the text; the largest town has `span` more. */
const beginning = { least: 0.9, span: 0.07 };
const wordBeginning = { least: 0.85, span: 0.04 };
/** The highest confidence by resemblance, below every beginning. */
const mostBySimilarity = 0.84;
const largestPopulation = 10_000_000;

/**
 * The confidence, from 0 to 1 in hundredths, that a text means a city: its name, then its beginning, then that of a word in it, then
 * resemblance. Larger towns have more among beginnings (rules/renters.md#geo-9).
 */
export function resemblanceTo(text: string): (city: ComparedCity) => number {
  const name = normalForm(text);
  const { key, arrondissement } = readCityName(text);
  return (city) => {
    const sameArrondissement = arrondissement === undefined || arrondissement === readCityName(city.name).arrondissement;
    const compared: [string, string][] = [[name, city.name], ...(sameArrondissement ? [[key, city.key] as [string, string]] : [])];
    const isSome = (holds: (written: string, meant: string) => boolean) =>
      compared.some(([written, meant]) => written !== "" && holds(written, meant));
    if (city.name === name) return 1;
    if (sameArrondissement && city.key === key) return wholeName;
    const size = Math.min(1, Math.log(1 + city.population) / Math.log(largestPopulation));
    if (isSome((written, meant) => meant.startsWith(written))) return inHundredths(beginning.least + beginning.span * size);
    if (isSome((written, meant) => meant.includes(`-${written}`))) return inHundredths(wordBeginning.least + wordBeginning.span * size);
    return inHundredths(mostBySimilarity * Math.max(...compared.map(([written, meant]) => similarity(written, meant))));
  };
}

function similarity(written: string, meant: string): number {
  return written === "" ? 0 : 1 - editDistance(written, meant) / Math.max(written.length, meant.length);
}

function inHundredths(confidence: number): number {
  return Math.round(100 * confidence) / 100;
}
