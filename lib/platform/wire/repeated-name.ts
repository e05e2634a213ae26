import { fieldPath } from "#lib/platform/wire/wire.ts";

/** An object or array that is being read, and where in it the reader is. */
interface Level {
  names: Set<string> | undefined;
  place: string | number;
}

/** Finds the first name that stands twice in one object of a valid JSON text, and returns its path. */
export function findRepeatedName(text: string): string | undefined {
  const levels: Level[] = [];
  let last = "";
  for (let at = 0; at < text.length; at += 1) {
    const level = levels.at(-1);
    switch (text[at]) {
      case "{":
      case "[":
        levels.push(text[at] === "{" ? { names: new Set(), place: "" } : { names: undefined, place: 0 });
        break;
      case "}":
      case "]":
        levels.pop();
        break;
      case ",":
        if (typeof level?.place === "number") level.place += 1;
        break;
      case '"': {
        const end = endOfText(text, at);
        last = text.slice(at, end + 1);
        at = end;
        break;
      }
      case ":": {
        if (level?.names === undefined) break;
        level.place = JSON.parse(last) as string;
        if (level.names.has(level.place)) return fieldPath(levels.map(({ place }) => place));
        level.names.add(level.place);
        break;
      }
      default:
    }
  }
  return undefined;
}

/** Where the text that begins with the quote at `start` has its last one. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text[before] === "\\") before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
}
