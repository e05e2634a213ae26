/** Keys of `refusals`. */
export type PasswordWeakness = "passwordRepetitive" | "passwordPersonal" | "passwordCommon";

/** In characters. */
export const minPasswordLength = 12;
export const maxPasswordLength = 200;

/** Fewer different characters count as repetitive. */
const minDistinct = 5;
/** The minimum length of what remains without the owner's name and address. */
const minLeft = 8;
/** Shorter parts of names occur in many words. */
const minPartLength = 3;
const minWordLength = 4;

const substitutes: Record<string, string> = { "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", $: "s", "!": "i" };

/**
 * Finds a weakness: few different characters, the owner's name or address, or common and breached passwords, also capitalised, with digits
 * for letters, with a year appended, or two combined. `isCommon` takes lower case.
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
    // The longest first, since a shorter part would break it.
    .toSorted((a, b) => b.length - a.length);
  const left = parts.reduce((rest, part) => rest.replaceAll(part, ""), spelling);
  return left !== spelling && left.replaceAll(/[^\p{L}\p{N}]/gu, "").length < minLeft;
}

/** True for runs of neighbours in the alphabet or among the digits. */
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
