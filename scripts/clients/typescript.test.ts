import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeForClients } from "#scripts/clients/description.ts";
import { generateSchema } from "#scripts/clients/typescript.ts";

// rules/access.md#clients-2
test("the TypeScript client names the types as the description does", async () => {
  const schema = await generateSchema(describeForClients().document);
  const names = [...schema.matchAll(/^export type (\w+) = components/gm)].map(([, name]) => name);
  expect(names).toContain("Contract");
  expect(names.filter((name) => /ApiV2|V2|\d/.test(name!))).toEqual([]);
});

// rules/access.md#clients-1
test("the packages have the API's version", () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, "../../clients", path), "utf8");
  const { version } = describeForClients();
  expect((JSON.parse(read("typescript/package.json")) as { version: string }).version).toBe(version);
  expect(read("python/pyproject.toml")).toContain(`\nversion = "${version}"\n`);
});
