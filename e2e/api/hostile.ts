import fc from "fast-check";

/** Names and texts that have broken programs before. */
const nastyTexts = [
  "",
  " ",
  "\0",
  "\uD800",
  "\uFFFF",
  "\u202E",
  "e\u0301".repeat(100),
  "😀".repeat(200),
  "a".repeat(100_000),
  "__proto__",
  "constructor",
  "toString",
  "null",
  "undefined",
  "NaN",
  "-0",
  "1e400",
  "' or 1=1; --",
  "%s%00${jndi:x}{{7*7}}",
  "<script>",
  "../../etc/passwd",
  "0000-00-00T00:00:00Z",
  "0001-01-01T00:00:00Z",
  "9999-12-31T23:59:60Z",
  "9999-12-31T23:59:59-23:59",
  "+275760-09-13T00:00:00Z",
  "2027-02-29T00:00:00Z",
  "2099-01-01T24:00:00Z",
  "2099-01-01T00:00:00.123456789+00:00",
  "2099-01-01T00:00:00+99:99",
];

const nastyNumbers = [0, -0, -1, 0.1 + 0.2, 1e-320, 5e-324, 1e308, -1e308, 2 ** 31, 2 ** 53, 2 ** 63, 14_999.999_999];

/** Texts, those oftenest that validation lets through and a database does not take. */
const text = fc.oneof(
  { arbitrary: fc.constantFrom("\0", "\uD800", "a\0b", "\uDE00\uD83D"), weight: 1 },
  { arbitrary: fc.constantFrom(...nastyTexts), weight: 3 },
  { arbitrary: fc.string({ unit: "binary", maxLength: 40 }), weight: 1 },
);

/** Any JSON value, the nasty ones more often than chance would have them. */
const value: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: text, weight: 5 },
  { arbitrary: fc.constantFrom(...nastyNumbers), weight: 2 },
  { arbitrary: fc.constantFrom(null, true, false, [], {}), weight: 2 },
  { arbitrary: fc.date({ noInvalidDate: true }).map((date) => date.toJSON()), weight: 1 },
  { arbitrary: fc.jsonValue({ maxDepth: 3 }), weight: 1 },
  {
    arbitrary: fc.integer({ min: 20, max: 40 }).map((depth) => Array.from({ length: depth }).reduce<unknown>((inner) => [inner], 1)),
    weight: 1,
  },
);

interface Novelty {
  value: unknown;
  name: string;
}

/** The mutations of a part, by name. */
const replacements = {
  replace: (name: string, _part: unknown, novelty: Novelty) => [[name, novelty.value]],
  remove: () => [],
  repeat: (name: string, part: unknown) => [
    [name, part],
    [`${name}2`, part],
  ],
  rename: (_name: string, part: unknown, novelty: Novelty) => [[novelty.name, part]],
} satisfies Record<string, (name: string, part: unknown, novelty: Novelty) => [string, unknown][]>;

interface Mutation extends Novelty {
  at: number;
  kind: keyof typeof replacements;
}

const mutations: fc.Arbitrary<Mutation[]> = fc.array(
  fc.record({
    at: fc.noBias(fc.nat()),
    kind: fc.constantFrom("replace", "replace", "replace", "remove", "repeat", "rename"),
    value,
    name: text,
  }),
  { minLength: 1, maxLength: 3 },
);

/** Bodies for an endpoint: anything at all, or what it accepts with a few things wrong. */
export function hostileBodies(accepted: unknown): fc.Arbitrary<unknown> {
  return fc.oneof({ arbitrary: value, weight: 1 }, { arbitrary: mutations.map((some) => some.reduce(mutate, accepted)), weight: 4 });
}

/** Values for a part of a path or a query: any text that a URL can carry. */
export const hostileParts: fc.Arbitrary<string> = fc
  .oneof(fc.constantFrom(...nastyTexts), fc.string({ unit: "binary", maxLength: 60 }), fc.string({ maxLength: 20 }))
  .map((part) => part.slice(0, 1000).toWellFormed())
  // These are other paths, not other values.
  .filter((part) => !["", ".", ".."].includes(part));

/** Returns the value with one of its parts changed, at any depth. */
function mutate(whole: unknown, mutation: Mutation): unknown {
  const count = countParts(whole);
  return count === 0 ? mutation.value : mutatePart(whole, mutation, { left: mutation.at % count });
}

function countParts(whole: unknown): number {
  if (typeof whole !== "object" || whole === null) return 0;
  return Object.values(whole).reduce<number>((sum, part) => sum + 1 + countParts(part), 0);
}

function mutatePart(whole: unknown, mutation: Mutation, position: { left: number }): unknown {
  if (typeof whole !== "object" || whole === null) return whole;
  const parts = Object.entries(whole).flatMap(([name, part]): [string, unknown][] => {
    const isIt = position.left === 0;
    position.left -= 1;
    if (isIt) return replacements[mutation.kind](name, part, mutation);
    return [[name, position.left < 0 ? part : mutatePart(part, mutation, position)]];
  });
  return Array.isArray(whole) ? parts.map(([, part]) => part) : Object.fromEntries(parts);
}
