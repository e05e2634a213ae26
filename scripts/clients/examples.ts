import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { clientCall } from "#components/docs/samples/client-calls.ts";
import { inLanguages } from "#components/docs/samples/client-samples.ts";
import { endpoints } from "#lib/developer/endpoints.ts";

type Language = "typescript" | "php" | "python";

const root = join(import.meta.dirname, "../..");
const lineLength = 140;
const files = {
  typescript: "clients/typescript/src/resources/*.ts",
  php: "clients/php/src/Resources/*.php",
  python: "clients/python/src/covergate/_async_client.py",
};
/** A method of a class with its docstring: indentation, docstring and declaration, in the order of the language. */
const methods = {
  typescript: /^(?<indent> {2})(?<text>\/\*\*(?:(?!\*\/)[^])*\*\/\n {2})?(?<declaration>(?<name>[a-z]\w*)\()/gm,
  php: /^(?<indent> {4})(?<text>\/\*\*(?:(?!\*\/)[^])*\*\/\n {4})?(?<declaration>public function (?<name>[a-z]\w*)\()/gm,
  python: /^(?<declaration> {4}(?:async )?def (?<name>[a-z]\w*)\([^]*?\) -> [^\n]*:\n)(?<text> {8}"""(?:(?!""")[^])*"""\n)?/gm,
};

/** The shortest call of each method in the reference, by `resource.method` in camel case, without what is done with its result. */
function methodExamples(): Map<string, Record<Language, string>> {
  const calls = endpoints.flatMap(({ id, examples = [] }) => examples.map((example) => clientCall(id, example)));
  const samples = calls.map(
    ({ result = "", ...call }) => [call.method, inLanguages(call.isLoop ? { ...call, result } : call, 130)] as const,
  );
  const longestFirst = samples.toSorted(([, a], [, b]) => b.typescript.length - a.typescript.length);
  return new Map(longestFirst);
}

/** The hand-written resources of a library, with the example of each method in its docstring. */
export function writeExamples(language: Language): Record<string, string> {
  const examples = methodExamples();
  return Object.fromEntries(
    globSync(files[language], { cwd: root }).map((path) => {
      const source = readFileSync(join(root, path), "utf8");
      const text = source.replaceAll(methods[language], (whole, ...rest) => {
        const { indent = "", text: docstring = "", declaration = "", name = "" } = rest.at(-1) as Record<string, string | undefined>;
        const [, className = ""] = [...source.slice(0, rest.at(-3) as number).matchAll(/^(?:export |final )*class (\w+)/gm)].at(-1) ?? [];
        const example = examples.get(`${resourceOf(className)}.${camelCase(name)}`)?.[language];
        if (example === undefined) return whole;
        return language === "python"
          ? declaration + inDocstring(docstring, example)
          : `${indent}${inBlockComment(docstring, example, indent)}\n${indent}${declaration}`;
      });
      return [path, text];
    }),
  );
}

function inBlockComment(docstring: string, example: string, indent: string): string {
  const text = docstring
    .replaceAll(/^\s*\/?\*+[/ ]?|\s*\*\/\s*$/gm, "")
    .replace(/\s*@example[^]*/, "")
    .trim();
  const short = `/** ${text} @example ${example} */`.replace("  ", " ");
  if (!/[\n@]/.test(text) && !example.includes("\n") && indent.length + short.length <= lineLength) return short;
  const lines = `${text}\n@example ${example}`.trim().split("\n");
  return `/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */`;
}

/** The synchronous client is made of the one that awaits (scripts/clients/python.ts). */
function inDocstring(docstring: string, example: string): string {
  const indent = " ".repeat(8);
  const text = docstring
    .replaceAll('"""', "")
    .replace(/\s*Example:[^]*/, "")
    .trim();
  const awaited = `${example.startsWith("for ") ? "async" : "await"} ${example}`;
  if (awaited.includes("\n")) {
    const lines = ["Example:", ...awaited.split("\n").map((line) => `    ${line}`), '"""\n'].join(`\n${indent}`);
    return `${indent}"""${text === "" ? "" : `${text}\n\n${indent}`}${lines}`;
  }
  const short = `${indent}"""${`${text} Example: \`${awaited}\``.trim()}"""\n`;
  return short.length <= lineLength ? short : `${indent}"""${text}\n${indent}Example: \`${awaited}\`"""\n`;
}

function resourceOf(className: string): string {
  return className
    .replace("Async", "")
    .replace(/^Claim(?=[A-Z])/, "claims.")
    .toLowerCase();
}

function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
}
