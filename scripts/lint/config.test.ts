import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

// Tests where the rules of .oxlintrc.jsonc apply: the real configuration, run once over samples in the places of such code.
const root = join(import.meta.dirname, "../..");
const copied = [".oxlintrc.jsonc", "scripts/lint", "package.json", "tsconfig.json"];

const allowed = [
  ["app/v2/[[...path]]/route.ts", 'export { notFound as GET } from "#lib/api/unrouted.ts";'],
  ["app/layout.tsx", "export default function Layout() { return null; }"],
  ["lib/api/answer.ts", "export const answer = (request: Request) => new Response(request.url);"],
  ["lib/platform/env.ts", "export const port = process.env.PORT;"],
  ["lib/insurance/prices/tariffs.fixture.ts", 'import fc from "fast-check";\n\nexport const covers = fc.constant(Math.random());'],
  ["lib/insurance/contracts/rules/clock.test.ts", "export const now = () => Date.now();"],
  ["lib/platform/time/clock.ts", "export const currentTime = () => new Date();"],
  [
    "lib/insurance/contracts/rules/price.ts",
    'import type { Contract } from "#lib/insurance/contracts/contract.ts";\nimport type { Term } from "#lib/insurance/contracts/schema.ts";\n\nexport type Priced = [Contract, Term];',
  ],
  [
    "db/schema/prices.ts",
    'import type { TariffRates } from "#lib/insurance/prices/schema.ts";\nimport type { Role } from "#lib/platform/roles.ts";\n\nexport type Row = [TariffRates, Role];',
  ],
  ["scripts/start.ts", 'import { spawn } from "node:child_process";\n\nconsole.log(spawn);'],
  ["next.config.ts", "export default {};"],
] as const;

/** The advice that a rule's message must contain besides the error. */
const advised = [
  ["app/v2/routes.ts", "export const limit = 20;", "covergate(thin-routes)", "Move the rest into the verb"],
  [
    "lib/insurance/contracts/rules/clock.ts",
    "export const now = () => Date.now();",
    "covergate(pure-rules)",
    "Take `now: Date` as a parameter",
  ],
  [
    "lib/insurance/contracts/rules/load.ts",
    'import { sql } from "#db/client.ts"; export const rows = sql;',
    "covergate(imports)",
    "Let the verb load it",
  ],
  [
    "lib/insurance/contracts/rules/make.ts",
    'import { create } from "#lib/insurance/contracts/create.ts"; export const make = create;',
    "covergate(imports)",
    "Let the verb load it",
  ],
  [
    "lib/insurance/contracts/rules/told.ts",
    'import { log } from "#lib/platform/log/log.ts"; export const told = log;',
    "covergate(imports)",
    "Let the verb load it",
  ],
  [
    "lib/insurance/contracts/schema.ts",
    'import { create } from "#lib/insurance/contracts/create.ts"; export const made = create;',
    "covergate(imports)",
    "so these run nothing",
  ],
  [
    "lib/insurance/contracts/answer.ts",
    'import { handle } from "#lib/api/handle.ts"; export const answer = handle;',
    "covergate(imports)",
    "A verb knows no request",
  ],
  [
    "lib/insurance/contracts/shown.ts",
    'import { cookies } from "next/headers"; export const shown = cookies;',
    "covergate(imports)",
    "no page and no Next",
  ],
  [
    "lib/api/shown.ts",
    'import { Table } from "#components/table.tsx"; export const shown = Table;',
    "covergate(imports)",
    "no page and no Next",
  ],
  ["lib/insurance/contracts/seen.ts", "export const seen = () => Date.now();", "covergate(one-clock)", "call currentTime()"],
  [
    "lib/insurance/contracts/tested.ts",
    'import { vi } from "vitest"; export const mock = vi;',
    "covergate(imports)",
    "must not need what tests it",
  ],
  ["lib/insurance/contracts/none.ts", "export let none: Response;", "typescript(no-restricted-types)", "return data or throw ApiError"],
  [
    "lib/insurance/contracts/made.ts",
    "export const made = () => new Response();",
    "eslint(no-restricted-globals)",
    "Return data or throw ApiError",
  ],
  ["db/rows.ts", "export let asked: Request;", "typescript(no-restricted-types)", "take the data that is needed"],
  [
    "lib/insurance/contracts/price.ts",
    'import { one } from "#lib/price-utils.ts"; export const two = one;',
    "covergate(imports)",
    "Name a file after the one thing",
  ],
  ["lib/insurance/contracts/relative.ts", 'export { one } from "./list.ts";', "covergate(imports)", 'as in "#lib/platform/env.ts"'],
  [
    "lib/insurance/contracts/port.ts",
    "export const { PORT } = process.env;",
    "eslint(no-restricted-properties)",
    "lib/platform/env.ts alone reads",
  ],
  [
    "db/schema/claims.ts",
    'import type { Claim } from "#lib/insurance/claims/claim.ts"; export type Row = Claim;',
    "covergate(room-order)",
    "db imports nothing of insurance",
  ],
  [
    "db/schema/tariffs.ts",
    'import { tariffRates } from "#lib/insurance/prices/schema.ts"; export const rates = tariffRates;',
    "covergate(room-order)",
    "db imports nothing of insurance",
  ],
  [
    "db/load.ts",
    'import { mail } from "#lib/platform/mail/mail.ts"; export const load = mail;',
    "covergate(room-order)",
    "db stands below mail",
  ],
  ["scripts/port.ts", "export const { env } = process;", "eslint(no-restricted-properties)", "Add the setting there and import env"],
  ["lib/insurance/contracts/env.ts", 'export { env } from "node:process";', "covergate(imports)", "alone reads the environment"],
  [
    "lib/api/started.ts",
    'import { spawn } from "node:child_process"; export const started = spawn;',
    "covergate(imports)",
    "starts no program",
  ],
  ["server/evaluated.ts", 'export { runInThisContext } from "node:vm";', "covergate(imports)", "runs no text as code"],
  ["lib/insurance/contracts/evaluated.ts", "export const read = (text: string): unknown => eval(text);", "eslint(no-eval)", "eval"],
  [
    "lib/insurance/contracts/compiled.ts",
    "export const compile = (text: string) => new Function(text);",
    "eslint(no-new-func)",
    "Function",
  ],
  ["lib/insurance/contracts/later.ts", 'export const later = () => setTimeout("1", 1);', "typescript(no-implied-eval)", "eval"],
  [
    "app/raw.tsx",
    "export const Raw = ({ html }: { html: string }) => <p dangerouslySetInnerHTML={{ __html: html }} />;",
    "react(no-danger)",
    "dangerouslySetInnerHTML",
  ],
  [
    "app/inner.ts",
    "export function show(element: Element, html: string) { element.innerHTML = html; }",
    "eslint(no-restricted-properties)",
    "render them with React",
  ],
  [
    "lib/mock.test.ts",
    'import { vi } from "vitest"; vi.mock("#db/client.ts");',
    "vitest(no-restricted-vi-methods)",
    "A mock tests the mock",
  ],
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
  for (const [path, code] of [...allowed, ...advised]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${code}\n`);
  }
  const oxlint = spawnSync(
    process.execPath,
    [join(root, "node_modules/oxlint/bin/oxlint"), "--format=json", "app", "db", "lib", "scripts", "server", "next.config.ts"],
    { cwd: folder, encoding: "utf8" },
  );
  ({ diagnostics: findings } = JSON.parse(oxlint.stdout) as { diagnostics: Finding[] });
});

afterAll(() => rmSync(folder, { recursive: true }));

const findingsIn = (path: string) => findings.filter(({ filename }) => filename === path);

test.each(allowed)("%s may contain %s", (path) => {
  expect(findingsIn(path)).toEqual([]);
});

test.each(advised)("%s may not contain %s: %s advises %s", (path, _code, rule, advice) => {
  const found = findingsIn(path).find(({ code }) => code === rule);
  expect(`${found?.message} ${found?.help}`).toContain(advice);
});
