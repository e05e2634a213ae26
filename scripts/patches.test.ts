import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { assertPatched } from "#scripts/prepare.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "covergate-patches-"));
  mkdirSync(join(root, "patches"));
  writeFileSync(
    join(root, "patches/lamp+1.0.0.patch"),
    `diff --git a/node_modules/lamp/lamp.js b/node_modules/lamp/lamp.js
--- a/node_modules/lamp/lamp.js
+++ b/node_modules/lamp/lamp.js
@@ -1,2 +1,2 @@
 export const lamp = {
-  lit: false,
+  lit: true,
`,
  );
  mkdirSync(join(root, "node_modules/lamp"), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

const install = (line: string) => writeFileSync(join(root, "node_modules/lamp/lamp.js"), `export const lamp = {\n${line}\n};\n`);

test("Covergate does not start without its packages' patches", () => {
  install("  lit: false,");
  expect(() => assertPatched(root)).toThrow("patches/lamp+1.0.0.patch has not been applied: run `npm ci` again, without --ignore-scripts.");
  install("  lit: true,");
  expect(() => assertPatched(root)).not.toThrow();
});

test("the installed packages have their patches", () => {
  expect(() => assertPatched(join(import.meta.dirname, ".."))).not.toThrow();
});
