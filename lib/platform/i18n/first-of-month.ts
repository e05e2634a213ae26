/** The first day before the name of a French month, in full or cut short. */
const first = /(?<![\d.,])1(?= (?:janv|févr|mars|avr|mai|juin|juil|août|sept|oct|nov|déc))/g;

/** Calls the first day of a month « 1er » in a formatted French date, which Intl does not. Other texts stay as they are. */
export function withFirst(date: string): string {
  return date.replaceAll(first, "1er");
}
