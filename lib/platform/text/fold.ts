/** Letters that Unicode does not decompose, with those that people type instead. */
const typedAs: Record<string, string> = { ø: "o", ł: "l", œ: "oe", æ: "ae", ß: "ss", ı: "i", đ: "d", þ: "th", ð: "d", ħ: "h", ς: "σ" };

const marks = /\p{M}/gu;
const undecomposed = new RegExp(`[${Object.keys(typedAs).join("")}]`, "gu");

/** A text in lower case, without accents. Names of every script keep their letters. The database takes no part, whatever its locale. */
export function foldLetters(text: string): string {
  const plain = text.normalize("NFKD").replaceAll(marks, "").toLowerCase();
  return plain.replaceAll(undecomposed, (letter) => typedAs[letter] ?? letter);
}

/** A text as searches compare it: letters and digits alone, without case and accents (rules/search.md#find-2). */
export function foldText(text: string): string {
  return foldLetters(text).replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** A text with fewer letters and digits finds only what equals it. */
export const shortestContained = 3;
const fewestPhoneDigits = 5;

/** The words of a typed text, of which a thing must contain each. Words that are all too short count as one. */
export function wordsTyped(typed: string): string[] {
  const phone = phoneDigitsOf(typed);
  if (phone !== undefined) return [phone];
  const words = [...new Set(typed.split(/\s+/).map(foldText))].filter((word) => word !== "");
  return words.some((word) => word.length >= shortestContained) ? words : [foldText(typed)].filter((word) => word !== "");
}

/** The digits in which every spelling of a telephone number ends (rules/search.md#find-3); undefined for other texts. */
function phoneDigitsOf(typed: string): string | undefined {
  const text = typed.trim();
  if (!/^(?:(?:00|\+)[1-9]|0[1-9])[\d\s./()-]*$/.test(text)) return undefined;
  const digits = foldText(text.replace(/\(0\)/, "").replace(/^(?:00|\+)33[\s.]*0?|^00|^\+|^0/, ""));
  return digits.length < fewestPhoneDigits ? undefined : digits;
}
