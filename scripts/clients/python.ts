import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describeForClients } from "#scripts/clients/description.ts";
import { writeExamples } from "#scripts/clients/examples.ts";

const folder = "clients/python/src/covergate";
/** Pinned, since each version prints a little differently. */
export const modelGenerator = "datamodel-code-generator==0.89.0";

/** The parts of the Python client that Node generates: the tables, the examples of methods, and the synchronous client from the asynchronous one. */
export function generatePython(): Record<string, string> {
  const awaited = writeExamples("python");
  return {
    [`${folder}/generated/api.py`]: writeTables(),
    ...awaited,
    [`${folder}/generated/client.py`]: writeClient(Object.values(awaited).join("")),
  };
}

/** The models as typed dictionaries, from a Python with the generator installed. */
export async function generatePythonModels(python: string): Promise<Record<string, string>> {
  const scratch = mkdtempSync(join(tmpdir(), "covergate-clients-"));
  try {
    const [input, output] = [join(scratch, "openapi.json"), join(scratch, "models.py")];
    writeFileSync(
      input,
      JSON.stringify(describeForClients().document).replaceAll(openBodies, (body) => `{"anyOf":[${body},${plain}]}`),
    );
    const files = ["--input", input, "--input-file-type", "openapi", "--output", output];
    const dictionaries = ["--output-model-type", "typing.TypedDict", "--enum-field-as-literal", "all"];
    const style = ["--target-python-version", "3.10", "--use-union-operator", "--use-standard-collections", "--formatters", "builtin"];
    const words = ["--use-schema-description", "--use-field-description", "--disable-timestamp", "--no-use-closed-typed-dict"];
    await promisify(execFile)(python, ["-m", "datamodel_code_generator", ...files, ...dictionaries, ...style, ...words], { cwd: scratch });
    return { [`${folder}/generated/models.py`]: withDecimals(readFileSync(output, "utf8")) };
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** Bodies with own properties: a typed dictionary has no others, so each may also be a plain one. */
const openBodies =
  /\{"\$ref":"#\/components\/schemas\/(?:AddProductData|ProductUpdateData|CreateContractProductData|ContractProductDataUpdate)"\}/g;
const plain = '{"type":"object","additionalProperties":true}';

interface Described {
  paths: Record<string, Record<string, { requestBody?: unknown; responses?: unknown }>>;
  components: { schemas: Record<string, unknown> };
}

/** Numbers of requests may be decimals, which the client writes as numbers. */
function withDecimals(models: string): string {
  const { paths, components } = describeForClients().document as Described;
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const namesIn = (value: unknown, names = new Set<string>()): Set<string> => {
    for (const [, name = ""] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (!names.has(name)) namesIn(components.schemas[name], names.add(name));
    }
    return names;
  };
  const inRequests = namesIn(operations.map(({ requestBody = null }) => requestBody));
  const onlyInRequests = inRequests.difference(namesIn(operations.map(({ responses }) => responses)));
  const sections = models.split("\n\n\n").map((section) => {
    const [, name = ""] = /^(?:class )?(\w+)[(:]/.exec(section) ?? [];
    return onlyInRequests.has(name) ? section.replaceAll(/\bfloat\b/g, "float | Decimal") : section;
  });
  return sections.join("\n\n\n").replace("\nfrom typing import", "\nfrom decimal import Decimal\nfrom typing import");
}

function writeTables(): string {
  const { version, operations, errors, errorNames, requestFields } = describeForClients();
  const names = Object.entries(errorNames).map(
    ([side, byCode]) =>
      `    "${side}": {${Object.entries(byCode)
        .map(([code, ofCode]) => `${code}: ${JSON.stringify(ofCode)}`)
        .join(", ")}},`,
  );
  const routes = Object.entries(operations).map(([id, { method, path, side }]) => `    "${id}": ("${method}", "${path}", "${side}"),`);
  return `# Generated from the published description by \`npm run clients\`.

from __future__ import annotations

from typing import TypedDict

VERSION = "${version}"


class ErrorEntry(TypedDict):
    code: int
    meaning: str
    cure: str


# Method, path, and whose errors it answers with: codes mean different things on each side.
OPERATIONS: dict[str, tuple[str, str, str]] = {
${routes.join("\n")}
}

ERRORS: dict[str, ErrorEntry] = {
${Object.entries(errors)
  .map(([name, entry]) => `    "${name}": ${JSON.stringify(entry)},`)
  .join("\n")}
}

ERROR_NAMES: dict[str, dict[int, list[str]]] = {
${names.join("\n")}
}

REQUEST_FIELDS = frozenset(${JSON.stringify(requestFields)})
`;
}

/** How asynchronous code is written synchronously; longer words first. */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/^"""The client that is awaited;.*$/m, '"""Made of `_async_client.py` by `npm run clients`."""'],
  [/from \./g, "from .."],
  [/, Awaitable, Callable/g, ", Callable"],
  [/Awaitable\[(Page|Data)\]/g, "$1"],
  [/\basync (def|for|with) /g, "$1 "],
  [/`async (for|with)/g, "`$1"],
  [/\bawait asyncio\.to_thread\((\w+), (\w+)\)/g, "$1($2)"],
  [/\bawait /g, ""],
  [/\basyncio\b/g, "time"],
  [/\b(a)(close)\b/g, "$2"],
  [/__a(enter|exit|iter)__/g, "__$1__"],
  [/\bAsync(?=[A-Z])/g, ""],
];

function writeClient(source: string): string {
  return replacements.reduce(
    (text, [pattern, by]) => text.replaceAll(new RegExp(pattern, `g${pattern.flags.replace("g", "")}`), by),
    source,
  );
}
