import { expect, test } from "vitest";
import { isFound } from "#components/docs/reference/error-filter.tsx";

test.each([
  ["", true],
  ["9002", true],
  ["invalid_api_key", true],
  [" KEY  unknown ", true],
  ["clé", true],
  ["9002 renewal", false],
])("%j is found: %s", (search, found) => {
  expect(isFound("9002 INVALID_API_KEY the key is unknown La clé est inconnue", search)).toBe(found);
});
