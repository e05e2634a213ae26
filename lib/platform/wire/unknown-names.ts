import { ApiError } from "#lib/platform/errors/catalogue.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";
import { firstCharacters } from "#lib/platform/text/characters.ts";
import { editDistance } from "#lib/platform/text/edit-distance.ts";
import type { Side } from "#lib/platform/wire/endpoint.ts";

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
