import { oneClock } from "#scripts/lint/one-clock.ts";
import { tester } from "#scripts/lint/tester.ts";

const errors = [/^Only lib\/platform\/time\/clock\.ts reads the time.*Take `now: Date` as a parameter/];

tester.run("one-clock", oneClock, {
  valid: [
    "export const next = (now: Date) => new Date(now.getTime() + 1);",
    "export const first = Date.parse('2027-01-01');",
    "export const started = performance.now();",
    "export const read = (Date: { now(): number }) => Date.now();",
  ].map((code) => ({ code, filename: "verb.ts" })),
  invalid: [
    "export const at = new Date();",
    "export const at = Date.now();",
    "export const at = Date();",
    "export const read = Date.now;",
  ].map((code) => ({ code, filename: "verb.ts", errors })),
});
