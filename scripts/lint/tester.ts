import { RuleTester } from "oxlint/plugins-dev";
import { describe, test } from "vitest";

RuleTester.describe = describe;
RuleTester.it = test;

/** Runs rules on samples, each as a test of its own. */
export const tester = new RuleTester({ languageOptions: { sourceType: "module" } });
