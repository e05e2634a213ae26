import { ApiError } from "#lib/platform/errors/catalogue.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";
import { firstCharacters } from "#lib/platform/text/characters.ts";
import { editDistance } from "#lib/platform/text/edit-distance.ts";
import type { Side } from "#lib/platform/wire/endpoint.ts";
import { fieldPath } from "#lib/platform/wire/wire.ts";

/** An object or array that is being read, and where in it the reader is. */
interface Level {
  names: Set<string> | undefined;
  place: string | number;
}

/** The code of each side for a name that an endpoint does not know (rules/errors.md#requests-7). */
export const unknownNameErrors: Record<Side, ErrorName> = {
  contract: "OPTION_NOT_ALLOWED",
  product: "MALFORMED_REQUEST",
  claim: "CLAIM_VALIDATION_ERROR",
};

const longestName = 60;
/** Names that differ more are not taken for a typing error. */
const maxDistance = 3;

/** Refuses a field or query parameter that is not known, with the nearest known name and the list of them. */
export function unknownName(
  error: ErrorName,
  place: { kind: "field" | "query parameter"; at: string; name: string },
  knownNames: readonly string[],
): ApiError {
  const name = place.name === "" ? '""' : firstCharacters(longestName, place.name);
  const meant = nearestName(name, knownNames);
  const advice = meant === undefined ? "" : `; did you mean ${meant}?`;
  const list = knownNames.length === 0 ? `this request takes no ${place.kind}s` : `accepted ${place.kind}s: ${knownNames.join(", ")}`;
  const field = place.at === "" ? name : `${place.at}.${name}`;
  const quoted = place.name === "" ? field : `"${field}"`;
  return new ApiError(error, `the ${place.kind} ${quoted} is not accepted here${advice}${advice === "" ? "; " : " "}${list}`, { field });
}

/** The name that resembles another one so much that it may be meant by it. */
export function nearestName(sent: string, names: readonly string[]): string | undefined {
  const plain = plainName(sent);
  const [nearest] = names
    .map((name) => ({ name, other: plainName(name), most: Math.min(maxDistance, Math.floor(name.length / 2)) }))
    // Names whose lengths differ more need no look: a map may have a hundred long ones.
    .filter(({ other, most }) => Math.abs(other.length - plain.length) <= most)
    .map(({ name, other, most }) => ({ name, distance: editDistance(plain, other), most }))
    .filter(({ distance, most }) => distance <= most)
    .toSorted((one, other) => one.distance - other.distance);
  return nearest?.name;
}

/**
 * What the error of a missing key adds if the same free map has an unknown key that resembles it, such as `; product_markd was sent`
 * (rules/errors.md#requests-15).
 */
export function sentInstead(missing: string, map: object, knownNames: readonly string[]): string {
  const unknown = Object.keys(map).filter((name) => !knownNames.includes(name));
  const meant = nearestName(missing, unknown);
  return meant === undefined ? "" : `; ${firstCharacters(longestName, meant)} was sent`;
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z\d]/g, "");
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

/** Returns the position of the quote that ends the text which begins at `start`. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text[before] === "\\") before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
}
