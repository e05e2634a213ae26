/** Why a password is refused: the keys of its sentences in `refusals`. */
export type PasswordWeakness = "passwordRepetitive" | "passwordPersonal" | "passwordCommon";

/** So few different characters are the same ones over and over. */
const minDistinct = 5;
/** What is left of a password that has its owner's name or address in it must be so long. */
const minLeft = 8;
/** Shorter parts of names are in many words. */
const minPartLength = 3;
/** The words that a common password may be made of. */
const minWordLength = 4;

const substitutes: Record<string, string> = { "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", $: "s", "!": "i" };

/**
 * Why a password can be guessed: it repeats a few characters, is made of its owner's name or address, or is a common or breached one,
 * also in capitals, with digits for letters, with a year after it, or two of them together. `isCommon` knows words in lower case.
 */
export function findWeakness(
  password: string,
  owner: { name: string; email: string },
  isCommon: (word: string) => boolean,
): PasswordWeakness | undefined {
  const plain = simplify(password);
  if (new Set(plain).size < minDistinct) return "passwordRepetitive";
  const spellings = [plain, plain.replaceAll(/[013457@$!]/g, (mark) => substitutes[mark] ?? mark)];
  if (spellings.some((spelling) => isPersonal(spelling, owner))) return "passwordPersonal";
  if (isSequence(plain) || spellings.some((spelling) => isMadeOfCommon(spelling, isCommon))) return "passwordCommon";
  return undefined;
}

/** In lower case and without accents. */
function simplify(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/\p{Diacritic}/gu, "");
}

function isPersonal(spelling: string, { name, email }: { name: string; email: string }): boolean {
  const parts = simplify(`${name} ${email} covergate`)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part.length >= minPartLength)
    // The longest first: a part of it would leave the rest.
    .toSorted((a, b) => b.length - a.length);
  const left = parts.reduce((rest, part) => rest.replaceAll(part, ""), spelling);
  return left !== spelling && left.replaceAll(/[^\p{L}\p{N}]/gu, "").length < minLeft;
}

/** Neighbours of the alphabet, or of the digits, one after the other. */
function isSequence(text: string): boolean {
  const steps = Array.from(text, (_letter, index) => text.charCodeAt(index + 1) - text.charCodeAt(index)).slice(0, -1);
  return [1, -1].some((way) => steps.filter((step) => step === way).length >= steps.length - 1);
}

function isMadeOfCommon(spelling: string, isCommon: (word: string) => boolean): boolean {
  const compact = spelling.replaceAll(/[\s._-]/g, "");
  const stem = spelling.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  if (isCommon(spelling) || isCommon(compact)) return true;
  if (stem.length >= minWordLength && spelling.length - stem.length < minLeft && isCommon(stem)) return true;
  const splits = Array.from({ length: Math.max(0, compact.length - 2 * minWordLength + 1) }, (_none, index) => index + minWordLength);
  return splits.some((at) => isCommon(compact.slice(0, at)) && isCommon(compact.slice(at)));
}
