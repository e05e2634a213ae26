import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

// Where the rules of .oxlintrc.jsonc hold: the real configuration, run once over samples that lie where such code would.
const root = join(import.meta.dirname, "..");
const copied = [".oxlintrc.jsonc", "lint", "package.json", "tsconfig.json"];

const allowed = [
  ["app/v2/contracts/route.ts", 'export { unknownPath as GET } from "#lib/http/outside.ts";'],
  ["app/layout.tsx", "export default function Layout() { return null; }"],
  ["lib/http/answer.ts", "export const answer = (request: Request) => new Response(request.url);"],
  ["lib/env.ts", "export const port = process.env.PORT;"],
  ["lib/tariffs/arbitrary.ts", 'import fc from "fast-check";\n\nexport const covers = fc.constant(Date.now());'],
  ["lib/contracts/rules/clock.test.ts", "export const now = () => Date.now();"],
  ["lib/contracts/seen.ts", "export const seen = () => Date.now();"],
  ["scripts/start.ts", 'console.log("started");'],
  ["next.config.ts", "export default {};"],
] as const;

/** What the message of a rule must say beside what is wrong: how it is done instead. */
const advised = [
  ["app/v2/claims/route.ts", "export const limit = 20;", "covergate(thin-routes)", "Move the rest into the verb"],
  ["lib/contracts/rules/clock.ts", "export const now = () => Date.now();", "covergate(pure-rules)", "Take `now: Date` as a parameter"],
  ["lib/contracts/rules/load.ts", 'export { sql } from "#db/client.ts";', "covergate(import-direction)", "Let the verb load it"],
  ["lib/contracts/none.ts", "export let none: Response;", "covergate(web-types-at-the-edge)", "return data or throw ApiError"],
  ["db/rows.ts", "export let asked: Request;", "covergate(web-types-at-the-edge)", "Take the data that is needed"],
  ["lib/contracts/index.ts", 'export * from "#lib/contracts/list.ts";', "covergate(no-barrels)", "import each name from the file"],
  ["lib/contracts/price-utils.ts", "export const one = 1;", "covergate(clear-file-names)", "Name it after the one thing it does"],
  ["lib/contracts/relative.ts", 'export { one } from "./list.ts";', "eslint(no-restricted-imports)", '"#lib/…"'],
  ["lib/contracts/ending.ts", 'export { one } from "#lib/list";', "eslint(no-restricted-imports)", "write the file's ending"],
  ["lib/contracts/port.ts", "export const { PORT } = process.env;", "eslint(no-restricted-properties)", "lib/env.ts alone reads"],
  ["scripts/port.ts", "export const { env } = process;", "eslint(no-restricted-properties)", "Add the setting there and import env"],
  ["lib/contracts/env.ts", 'export { env } from "node:process";', "eslint(no-restricted-imports)", "settings come from lib/env.ts"],
  [
    "lib/mock.test.ts",
    'import { vi } from "vitest"; vi.mock("#db/client.ts");',
    "vitest(no-restricted-vi-methods)",
    "A mock tests the mock",
  ],
] as const;

const refused = [
  ["lib/contracts/default.ts", "export default 1;", "import(no-default-export)"],
  ["lib/contracts/CamelCase.ts", "export const one = 1;", "unicorn(filename-case)"],
  ["lib/contracts/told.ts", 'console.log("told");', "eslint(no-console)"],
  ["lib/contracts/any.ts", "export const one: any = 1;", "typescript(no-explicit-any)"],
  ["lib/contracts/ignored.ts", "// @ts-ignore\nexport const one = 1;", "typescript(ban-ts-comment)"],
  ["lib/contracts/floating.ts", "const wait = async () => {}; wait();", "typescript(no-floating-promises)"],
  ["lib/contracts/needless.ts", "export const one = await 1;", "typescript(await-thenable)"],
  ["lib/contracts/bang.ts", "export const first = (all: string[]) => all[0]!;", "typescript(no-non-null-assertion)"],
  ["lib/contracts/kind.ts", 'let kind!: "a" | "b"; switch (kind) { case "a": }', "typescript(switch-exhaustiveness-check)"],
  ["lib/contracts/long.ts", "export const one = () => [\n".concat("1,\n".repeat(250), "];"), "eslint(max-lines)"],
  ["lib/contracts/circle.ts", 'import { two } from "#lib/contracts/turn.ts"; export const one = () => two;', "import(no-cycle)"],
  ["lib/contracts/turn.ts", 'import { one } from "#lib/contracts/circle.ts"; export const two = () => one;', "import(no-cycle)"],
  ["lib/focus.test.ts", 'import { test } from "vitest"; test.only("one", () => {});', "vitest(no-focused-tests)"],
  ["lib/skip.test.ts", 'import { test } from "vitest"; test.skip("one", () => {});', "vitest(no-disabled-tests)"],
] as const;

interface Finding {
  filename: string;
  code: string;
  message: string;
  help?: string;
}

let folder: string;
let findings: Finding[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "covergate-lint-"));
  for (const name of copied) cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  for (const [path, code] of [...allowed, ...advised, ...refused]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${code}\n`);
  }
  const oxlint = spawnSync(
    process.execPath,
    [join(root, "node_modules/oxlint/bin/oxlint"), "--format=json", "app", "db", "lib", "scripts", "next.config.ts"],
    { cwd: folder, encoding: "utf8" },
  );
  ({ diagnostics: findings } = JSON.parse(oxlint.stdout) as { diagnostics: Finding[] });
}, 30_000);

afterAll(() => rmSync(folder, { recursive: true }));

const findingsIn = (path: string) => findings.filter(({ filename }) => filename === path);

test.each(allowed)("%s may say %s", (path) => {
  expect(findingsIn(path)).toEqual([]);
});

test.each(advised)("%s may not say %s: %s, and is told: %s", (path, _code, rule, advice) => {
  const found = findingsIn(path).find(({ code }) => code === rule);
  expect(`${found?.message} ${found?.help}`).toContain(advice);
});

test.each(refused)("%s may not say %s: %s", (path, _code, rule) => {
  expect(findingsIn(path).map(({ code }) => code)).toContain(rule);
});
