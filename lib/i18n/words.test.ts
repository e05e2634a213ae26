import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = import.meta.dirname;

test("a delivery is a livraison wherever French speaks of it, in the menu as on the pages", () => {
  for (const file of globSync("messages/fr/*.json", { cwd: root })) {
    expect(readFileSync(join(root, file), "utf8"), file).not.toMatch(/(?<!\p{L})(?:r?envois?)(?!\p{L})/iu);
  }
});

test("an English sentence agrees with the number in it: no verb in the plural follows a bare count", () => {
  for (const file of globSync("messages/en/*.json", { cwd: root })) {
    expect(readFileSync(join(root, file), "utf8"), file).not.toMatch(
      /\{(?:count|left|open|failed|cancelled|succeeded|drafts|pending)\} (?:were|are|have)\b/,
    );
  }
});
