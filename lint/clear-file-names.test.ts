import { clearFileNames } from "#lint/clear-file-names.ts";
import { sampleAt, tester } from "#lint/tester.ts";

const named = (path: string) => sampleAt(path, "export const one = 1;");
const refused = (path: string, word: string) => ({
  ...named(path),
  errors: [
    `"${word}" does not say what is in the file, so anything ends up there. Name it after the one thing it does, and move the rest to where it is used.`,
  ],
});

tester.run("clear-file-names", clearFileNames, {
  valid: [named("lib/dates.ts"), named("lib/contracts/rules/commons.ts"), named("lib/http/route.ts")],
  invalid: [
    refused("lib/utils.ts", "utils"),
    refused("lib/date-util.ts", "util"),
    refused("lib/contracts/helpers.test.ts", "helpers"),
    refused("lib/contract-manager.ts", "manager"),
    refused("lib/common/dates.ts", "common"),
    refused("components/misc.tsx", "misc"),
  ],
});
