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
  const name = firstCharacters(longestName, place.name);
  const meant = nearestName(name, knownNames);
  const advice = meant === undefined ? "" : `; did you mean ${meant}?`;
  const list = knownNames.length === 0 ? `this request takes no ${place.kind}s` : `accepted ${place.kind}s: ${knownNames.join(", ")}`;
  const field = place.at === "" ? name : `${place.at}.${name}`;
  return new ApiError(error, `the ${place.kind} "${field}" is not accepted here${advice}${advice === "" ? "; " : " "}${list}`, {
    field: field === "" ? undefined : field,
  });
}

function nearestName(sent: string, knownNames: readonly string[]): string | undefined {
  const plain = plainName(sent);
  const [nearest] = knownNames
    .map((name) => ({ name, distance: editDistance(plain, plainName(name)) }))
    .filter(({ name, distance }) => distance <= Math.min(maxDistance, Math.floor(name.length / 2)))
    .toSorted((one, other) => one.distance - other.distance);
  return nearest?.name;
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z\d]/g, "");
}
