import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { clientCall } from "#components/docs/samples/client-calls.ts";
import { callSample } from "#components/docs/samples/client-samples.ts";
import { endpoints } from "#lib/developer/endpoints.ts";
import { writeExamples } from "#scripts/clients/examples.ts";

const root = join(import.meta.dirname, "../..");
/** The samples of each method in the reference. */
const reference = Map.groupBy(
  endpoints.flatMap((endpoint) =>
    (endpoint.examples ?? []).map((example) => ({
      name: clientCall(endpoint.id, example).method.toLowerCase(),
      sample: callSample(endpoint, example),
    })),
  ),
  ({ name }) => name,
);
const resources = new Set([...reference.keys()].map((name) => name.slice(0, name.lastIndexOf("."))));
/** Code without its layout. */
const compact = (code: string) => code.replaceAll(/^ *\*/gm, "").replaceAll(/\s|,(?=\s*[\]})])/g, "");

// rules/access.md#clients-6
test.each([
  ["typescript", "clients/typescript/src/resources/*.ts", /^ {2}([a-z]\w*)\(/],
  ["php", "clients/php/src/Resources/*.php", /^ {4}public function ([a-z]\w*)\(/],
  ["python", "clients/python/src/covergate/{_async_client,generated/client}.py", /^ {4}(?:async )?def ([a-z]\w*)\(/],
] as const)("every method of the %s library has an example of the reference in its docstring", (language, pattern, start) => {
  const methods = globSync(pattern, { cwd: root }).flatMap((path) => methodsOf(readFileSync(join(root, path), "utf8"), start));
  expect(new Set(methods.map(({ name }) => name))).toEqual(new Set(reference.keys()));
  for (const { name, docstring } of methods) {
    const [, example = ""] = /(?:@example |Example:\s+`?)([^]*)/.exec(docstring) ?? [];
    const call = compact(language === "python" ? example.replace(/^(?:await|async) /, "").replace(/`$/, "") : example);
    expect(call, name).toContain("covergate");
    expect(
      reference.get(name)?.find(({ sample }) => compact(sample[language]).includes(call)),
      `${name}: ${call}`,
    ).toBeDefined();
  }
});

function methodsOf(source: string, start: RegExp): { name: string; docstring: string }[] {
  const lines = source.split("\n");
  let resource = "";
  return lines.flatMap((line, index) => {
    const [, className] = /^(?:export |final )?class (?:Async)?(\w+)/.exec(line) ?? [];
    if (className !== undefined) resource = className.replace(/^Claim(?=[A-Z])/, "claims.").toLowerCase();
    const name = start.exec(line)?.[1]?.replaceAll("_", "").toLowerCase() ?? "constructor";
    if (name === "constructor" || !resources.has(resource)) return [];
    const above = /\/\*\*((?:(?!\*\/)[^])*)\*\/$/.exec(lines.slice(0, index).join("\n"));
    const below = /^[^]*? -> .*:\n {8}"""((?:(?!""")[^])*)"""/.exec(lines.slice(index).join("\n"));
    return [{ name: `${resource}.${name}`, docstring: (above ?? below)?.[1] ?? "" }];
  });
}

test("the TypeScript client's examples are up to date; `npm run clients` writes them", () => {
  for (const [path, text] of Object.entries(writeExamples("typescript"))) expect(readFileSync(join(root, path), "utf8"), path).toBe(text);
});
