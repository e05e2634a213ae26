import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = import.meta.dirname;

test('French texts call a delivery "livraison" everywhere, in the menu and on the pages', () => {
  for (const file of globSync("messages/fr/*.json", { cwd: root })) {
    expect(readFileSync(join(root, file), "utf8"), file).not.toMatch(/(?<!\p{L})(?:r?envois?)(?!\p{L})/iu);
  }
});

test("no plural verb follows a bare count in an English text", () => {
  for (const file of globSync("messages/en/*.json", { cwd: root })) {
    expect(readFileSync(join(root, file), "utf8"), file).not.toMatch(
      /\{(?:count|left|open|failed|cancelled|succeeded|drafts|pending)\} (?:were|are|have)\b/,
    );
  }
});
