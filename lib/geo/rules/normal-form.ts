const letters: Record<string, string> = { Œ: "OE", Æ: "AE", Ø: "O", Ł: "L", Đ: "D" };

/**
 * A city's name in normal form (resolutions.md § 6): upper case, no accents, one hyphen for every run of spaces, apostrophes
 * and other signs, `1ER` or `2EME` before `-ARRONDISSEMENT`. A name in two languages keeps both: `BOLZANO-BOZEN`.
 */
export function normalForm(name: string): string {
  return name
    .normalize("NFKD")
    .toUpperCase()
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[ŒÆØŁĐ]/g, (letter) => letters[letter] ?? letter)
    .replaceAll(/[^A-Z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .replace(/-0?(\d{1,2})(?:ER|EME|E)-ARRONDISSEMENT$/, (_match, number: string) => arrondissementSuffix(Number(number)));
}

function arrondissementSuffix(number: number): string {
  return `-${number}${number === 1 ? "ER" : "EME"}-ARRONDISSEMENT`;
}
