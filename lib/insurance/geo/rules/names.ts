const letters: Record<string, string> = { Œ: "OE", Æ: "AE", Ø: "O", Ł: "L", Đ: "D" };

/**
 * The normal form of a city's name (rules/renters.md#geo-2): upper case, no accents, one hyphen for spaces and signs, `1ER` or `2EME`
 * before `-ARRONDISSEMENT`. A bilingual name keeps both names: `BOLZANO-BOZEN`.
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

export interface Reading {
  /** Equal for two spellings of a name: without articles and arrondissement, and with abbreviations expanded. */
  key: string;
  arrondissement: number | undefined;
}

// Abbreviations with signs, read before the normal form drops the signs.
const signs: readonly [RegExp, string][] = [
  [/(?<!\p{L})s\/s(?!\p{L})/giu, "sous"],
  [/(?<!\p{L})s\/(?=\s?\p{L})/giu, "sur "],
  [/\(\p{L}{2}\)\s*$/u, ""],
];

const folded: Record<string, string> = {
  SAINT: "S",
  ST: "S",
  SAINTE: "SE",
  STE: "SE",
  SAN: "S",
  SANT: "S",
  SANTA: "S",
  SANTO: "S",
  SS: "SOUS",
};

const articles = new Set("LE LA LES L DE DU DES D DI DEL DELLO DELLA DEI DEGLI DELLE DELL NELL".split(" "));

// The sorting office, and the canton of one of two communes with the same name.
const ending = /-(?:CEDEX(?:-\d{1,2})?|CANTON-DE?-.+)$/;

const numbered = /^(.*[A-Z])-?0?(\d{1,2})(?:-?(?:ER|RE|EME|E|ND|NDE))?(?:-?(?:ARRONDISSEMENT|ARRDT|ARRT|ARR))?$/;

/** Reads a name in any spelling: `75002 Paris`, `Lyon 3ème`, `st etienne`, `GRENOBLE CEDEX 9`, `Rozzano (MI)`, `Champigny s/Marne`. */
export function readCityName(text: string, zipcode?: string): Reading {
  const plain = signs.reduce((name, [sign, word]) => name.replace(sign, word), text);
  const withoutZipcode = normalForm(plain)
    .split("-")
    .filter((word) => word !== zipcode)
    .join("-")
    .replace(ending, "");
  const [, town = withoutZipcode, number] = numbered.exec(withoutZipcode) ?? [];
  return { key: foldWords(town), arrondissement: number === undefined ? undefined : Number(number) };
}

function foldWords(name: string): string {
  const words = name.split("-");
  // The last word is kept: the commune of Le Saint, or a word that is still being typed.
  const last = words.pop() ?? "";
  return [...words.filter((word) => !articles.has(word)).map((word) => folded[word] ?? word), last].join("-");
}
