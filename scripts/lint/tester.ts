import { RuleTester } from "oxlint/plugins-dev";
import { describe, test } from "vitest";

RuleTester.describe = describe;
RuleTester.it = test;

/** Runs each sample of a rule as a test. */
export const tester = new RuleTester({ languageOptions: { sourceType: "module" } });
