import { forcedTypes } from "#scripts/lint/forced-types.ts";
import { tester } from "#scripts/lint/tester.ts";

const errors = [/^`as unknown as` believes anything.*say in a comment/];

tester.run("forced-types", forcedTypes, {
  valid: [
    "export const size = text as unknown;",
    "export const size = text as Size;",
    "// The driver takes lists, though its types do not say so.\nexport const size = text as unknown as Size;",
    "/** The driver takes lists. */\nexport const size = text as unknown as Size;",
  ].map((code) => ({ code, filename: "verb.ts" })),
  invalid: [
    "export const size = text as unknown as Size;",
    "// Why, one line too far.\n\nexport const size = text as unknown as Size;",
    "export const size = text as unknown as Size; // Why, beside it.",
  ].map((code) => ({ code, filename: "verb.ts", errors })),
});
