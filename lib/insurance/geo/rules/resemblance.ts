import { normalForm, readCityName } from "#lib/insurance/geo/rules/names.ts";
import { editDistance } from "#lib/platform/text/edit-distance.ts";

export interface ComparedCity {
  name: string;
  key: string;
}

/** The confidence in a complete name that is not in normal form, which has 1. */
export const wholeName = 0.98;

/** The confidence, from 0 to 1 in hundredths, that a text is the name of a city or its beginning. */
export function resemblanceTo(text: string): (city: ComparedCity) => number {
  const name = normalForm(text);
  const { key, arrondissement } = readCityName(text);
  return (city) => {
    const sameArrondissement = arrondissement === undefined || arrondissement === readCityName(city.name).arrondissement;
    const byKey = sameArrondissement ? wholeName * likeness(key, city.key) : 0;
    return Math.round(100 * Math.max(likeness(name, city.name), byKey)) / 100;
  };
}

function likeness(written: string, meant: string): number {
  if (written === "") return 0;
  if (meant.startsWith(written)) return 0.5 + (0.5 * written.length) / meant.length;
  return 1 - editDistance(written, meant) / Math.max(written.length, meant.length);
}
