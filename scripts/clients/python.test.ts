import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeForClients } from "#scripts/clients/description.ts";
import { generatePython } from "#scripts/clients/python.ts";

test("the Python client's generated tables and synchronous client are up to date; `npm run clients` writes them", () => {
  const generated = generatePython();
  const committed = Object.keys(generated).map((path) => [path, readFileSync(join(import.meta.dirname, "../..", path), "utf8")] as const);
  expect(Object.fromEntries(committed)).toEqual(generated);
});

test("the Python models name every schema of the description", () => {
  const models = readFileSync(join(import.meta.dirname, "../../clients/python/src/covergate/generated/models.py"), "utf8");
  const { components } = describeForClients().document as { components: { schemas: object } };
  const names = Object.keys(components.schemas);
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => !new RegExp(`^(?:class )?${name}[(: ]`, "m").test(models))).toEqual([]);
});

test("the Python models take a Decimal where a request has an amount, and answer with a float", () => {
  const models = readFileSync(join(import.meta.dirname, "../../clients/python/src/covergate/generated/models.py"), "utf8");
  const section = (name: string) => models.split("\n\n\n").find((text) => new RegExp(`^(?:class )?${name}[(:]`).test(text));
  for (const name of ["ProductValueExcl", "AddProductRequest", "ProductUpdate", "PlaySandboxMoveRequest"]) {
    expect(section(name), name).toContain("float | Decimal");
  }
  for (const name of ["Product", "ContractPrice", "Settlement"]) expect(section(name), name).toMatch(/\bfloat\n/);
});
