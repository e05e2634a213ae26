import { join } from "node:path";
import { RuleTester } from "oxlint/plugins-dev";
import { describe, test } from "vitest";

RuleTester.describe = describe;
RuleTester.it = test;

/** Runs rules on samples, each as a test of its own. */
export const tester = new RuleTester({ languageOptions: { sourceType: "module" } });

/** A sample that lies at a path of the repository. */
export function sampleAt(path: string, code: string): { name: string; filename: string; code: string } {
  return { name: `${path}: ${code}`, filename: join(import.meta.dirname, "..", path), code };
}
