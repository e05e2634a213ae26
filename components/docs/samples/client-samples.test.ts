import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { literal } from "#components/docs/samples/client-calls.ts";
import { expectCalls, startRecorder, writeSamples } from "#components/docs/samples/client-samples.fixture.ts";
import { referenceSample } from "#components/docs/samples/client-samples.ts";
import { createContract } from "#lib/insurance/contracts/endpoints.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../../..");
const client = join(root, "clients/typescript/src/index.ts");

describe("the TypeScript samples of the reference", () => {
  const directory = mkdtempSync(join(tmpdir(), "covergate-samples-"));
  afterAll(() => rmSync(directory, { recursive: true }));
  const files = writeSamples(directory, "typescript");

  test("type-check against the client library", async () => {
    const options = { module: "esnext", moduleResolution: "bundler", target: "es2024", lib: ["es2024", "dom"], strict: true, noEmit: true };
    const places = { allowImportingTsExtensions: true, types: ["node"], typeRoots: [join(root, "node_modules/@types")] };
    const compilerOptions = { ...options, ...places, paths: { "@covergate/client": [client] } };
    // Each sample is a module, as it has an import.
    writeFileSync(join(directory, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
    writeFileSync(join(directory, "package.json"), JSON.stringify({ type: "module" }));
    const checked = await run(process.execPath, [join(root, "node_modules/typescript/bin/tsc")], { cwd: directory });
    expect(checked.stdout).toBe("");
  });

  test("send the requests of their examples", async () => {
    const { url, calls, close } = await startRecorder();
    onTestFinished(close);
    const resolve = `import { registerHooks } from "node:module";
registerHooks({ resolve: (name, context, next) => next(name === "@covergate/client" ? ${JSON.stringify(pathToFileURL(client).href)} : name, context) });
for (const file of ${JSON.stringify(files)}) await import(file);`;
    await run(process.execPath, ["--input-type=module", "--eval", resolve], {
      cwd: directory,
      env: { NODE_ENV: "test", NODE_NO_WARNINGS: "1", COVERGATE_API_KEY: "cg_dev_x", COVERGATE_BASE_URL: url },
    });
    expectCalls(calls);
  });
});

test("a sample is formatted as if written by hand", () => {
  const example = { name: "", query: { preview: "true" }, body: { uid: "l'atelier", test: true } };
  const { typescript, php, python } = referenceSample(createContract, example, "https://api.covergate.example/v2");
  expect(typescript).toContain('const contract = await covergate.contracts.preview({ uid: "l\'atelier", test: true });');
  expect(php).toContain(String.raw`$contract = $covergate->contracts->preview(['uid' => 'l\'atelier', 'test' => true]);`);
  expect(python).toContain('contract = covergate.contracts.preview({"uid": "l\'atelier", "test": True})');
});

test("a long value has one line for each of its entries", () => {
  const value = { name: "a".repeat(30), "other name": ["b".repeat(40), null], none: {} };
  expect(literal(value, "typescript")).toBe(
    `{\n  name: "${"a".repeat(30)}",\n  "other name": ["${"b".repeat(40)}", null],\n  none: {},\n}`,
  );
  expect(literal(value, "python")).toContain('    "none": {},\n}');
});
