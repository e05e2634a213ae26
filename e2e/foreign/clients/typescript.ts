import { createHash } from "node:crypto";
import { copyFileSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Covergate } from "#clients/typescript/src/client.ts";
import type { CreateContractRequest } from "#clients/typescript/src/generated/schema.ts";
import { eventsOfLife, makeClientShop, runProgram, settingsOfLife } from "#e2e/api/clients.ts";
import { lcd } from "#e2e/api/samples.ts";
import { copySamples, expectAllDeleted, expectOneContract, expectReceiver, walkSamples } from "#e2e/foreign/clients/samples.ts";
import { keepNodeFrameworks, keepNpmPackages, MissingTool, nodeFrameworks } from "#e2e/foreign/kept-tools.ts";
import { findProgram } from "#e2e/foreign/program.ts";

const root = join(import.meta.dirname, "../../..");
const npm = findProgram("npm");
/** The packages of npm that a test needs; undefined if they cannot be had. */
const optional = (kept: Promise<string>) =>
  kept.catch((error: unknown) => {
    if (error instanceof MissingTool) return undefined;
    throw error;
  });
const frameworks = await optional(keepNodeFrameworks());
const runtimes = await optional(keepNpmPackages("deno-2.9.6-bun-1.4.5", ["deno@2.9.6", "bun@1.4.5"]));
const version = /^\d+\.\d+\.\d+$/;

interface Index {
  version: string;
  typescript: { url: string; integrity: string };
  versions: { released: string | null }[];
}

/** Expects the TypeScript client of the server at `address` to do in an integrator's hands what its guide says. */
export function testTypescript(address: () => string): void {
  const directory = mkdtempSync(join(tmpdir(), "covergate-typescript-"));
  afterAll(() => rmSync(directory, { recursive: true }));

  test("the server says which package there is, and serves it to anybody", async () => {
    const index = (await (await fetch(`${address()}/clients/index.json`)).json()) as Index;
    expect(index.version).toMatch(version);
    expect(index.typescript.url).toBe(`${address()}/clients/covergate-client-${index.version}.tgz`);
    const served = await fetch(index.typescript.url);
    const isReleased = index.versions[0]?.released !== null;
    expect(served.headers.get("cache-control")).toBe(isReleased ? "public, max-age=31536000, immutable" : "public, max-age=300");
    const bytes = new Uint8Array(await served.arrayBuffer());
    expect(index.typescript.integrity).toBe(`sha512-${createHash("sha512").update(bytes).digest("base64")}`);
    const latest = await fetch(`${address()}/clients/covergate-client-latest.tgz`, { redirect: "manual" });
    expect([latest.status, latest.headers.get("location")]).toEqual([302, new URL(index.typescript.url).pathname]);
    expect((await fetch(`${address()}/clients/covergate-client-0.0.1.tgz`)).status).toBe(404);
    const feed = await fetch(`${address()}/clients/changelog.atom`);
    expect(feed.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
    expect(await feed.text()).toContain(`<link rel="self" href="${address()}/clients/changelog.atom"/>`);
  });

  describe.skipIf(npm === undefined)("with npm, in an empty folder", () => {
    beforeAll(async () => {
      // The registry of nobody: the package needs no other one.
      const flags = ["--registry=http://127.0.0.1:1", "--no-audit", "--no-fund", "--no-update-notifier"];
      const node = join(process.execPath, "..");
      await runProgram(npm ?? "", ["install", ...flags, `${address()}/clients/covergate-client-latest.tgz`], directory, {
        PATH: `${node}:/usr/bin:/bin`,
      });
    });

    const run = (file: string, environment: Record<string, string>) => runProgram(process.execPath, [file], directory, environment);

    test("a program of twelve lines insures a bike, as a module and in CommonJS", async () => {
      const { key, uid } = await makeClientShop();
      const program = (load: string) => `${load}
  const covergate = new Covergate();
  const bike = { product_type: "bike", product_subtype: "electric", value_excl: 2400, brand: "Moustache", model: "Lundi 27" };
  covergate.contracts
    .create({
      uid: process.env.RENTER,
      contract_type: "LCD",
      end_date: new Date(Date.now() + 3 * 86_400_000).toISOString(),
      options: ["break", "theft"],
      products: [{ ...bike, data: { product_marked: "BC-12345", user_name: "Ada Martin" } }],
    })
    .then(({ cid, price }) => console.log(cid, price));
  `;
      const forms = [
        ["twelve.mjs", 'import { Covergate } from "@covergate/client";'],
        ["twelve.cjs", 'const { Covergate } = require("@covergate/client");'],
      ] as const;
      for (const [file, load] of forms) {
        writeFileSync(join(directory, file), program(load));
        expect(await run(file, { COVERGATE_API_KEY: key, RENTER: uid })).toMatch(/^[0-9A-Z]{26} \d+\.?\d*\n$/);
      }
    });

    test("a program has the types that it needs, and walks the whole life", async () => {
      copyFileSync(join(root, "e2e/client/life.ts"), join(directory, "life.ts"));
      // CommonJS has types of its own.
      const commonJs = `import client = require("@covergate/client");\nexport const made: client.Covergate = new client.Covergate({ apiKey: "x" });\n`;
      writeFileSync(join(directory, "types.cts"), commonJs);
      const samples = copySamples("typescript", directory).filter((name) => frameworks !== undefined || !/express|fastify|hono/.test(name));
      if (frameworks !== undefined) useFrameworks(directory, frameworks);
      const options = {
        module: "nodenext",
        target: "es2024",
        strict: true,
        skipLibCheck: false,
        noEmit: true,
        exactOptionalPropertyTypes: true,
      };
      const compilerOptions = { ...options, types: ["node"], typeRoots: [join(root, "node_modules/@types")] };
      writeFileSync(join(directory, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["life.ts", "types.cts", ...samples] }));
      writeFileSync(join(directory, "package.json"), JSON.stringify({ type: "module" }));
      await runProgram(process.execPath, [join(root, "node_modules/typescript/bin/tsc")], directory);
      const printed = await run("life.ts", await settingsOfLife(join(root, "e2e/documents/files/photo.png")));
      expect(JSON.parse(printed)).toEqual(eventsOfLife);
    });

    test("the samples of the guide do what they say", async () => {
      copySamples("typescript", directory);
      await walkSamples(address(), (sample, settings) => run(`${sample}.ts`, settings));
      // Calls the route like Next.
      const next = `import { createServer } from "node:http";
  import { POST } from "./webhook-next.ts";
  createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const answer = await POST(new Request("http://localhost/", { method: "POST", headers: request.headers, body }));
    response.writeHead(answer.status).end(await answer.text());
  }).listen(Number(process.env.PORT));
  `;
      writeFileSync(join(directory, "next.mjs"), next);
      await expectReceiver(process.execPath, () => ["next.mjs"], directory);
    });

    test.skipIf(frameworks === undefined)("the sample for Express receives a delivery", async () => {
      copySamples("typescript", directory);
      useFrameworks(directory, frameworks ?? "");
      await expectReceiver(process.execPath, () => ["webhook-express.ts"], directory);
    });

    test.skipIf(runtimes === undefined)("Deno and Bun run the first sample of the guide", async () => {
      copySamples("typescript", directory);
      const place = join(runtimes ?? "", "node_modules");
      const [deno = "", bun = ""] = ["@deno/*/deno", "@oven/bun-linux-x64/bin/bun"].map((name) => globSync(name, { cwd: place })[0]);
      for (const [program, args] of [
        [deno, ["run", "--allow-all", "--node-modules-dir=manual", "--no-config", "first-contract.ts"]],
        [bun, ["first-contract.ts"]],
      ] as const) {
        const { key, uid } = await makeClientShop();
        const printed = await runProgram(join(place, program), [...args], directory, { COVERGATE_API_KEY: key, RENTER: uid });
        expect(printed).toMatch(/^[0-9A-Z]{26} \d+\.?\d*\n$/);
      }
    });
  });

  test("a loop may delete what it lists", async () => {
    await expectAllDeleted(address(), async ({ COVERGATE_API_KEY: apiKey, COVERGATE_BASE_URL: baseUrl }) => {
      const { products } = new Covergate({ apiKey, baseUrl });
      for await (const { product_id: id } of products.list({ limit: 2 })) await products.delete(id);
    });
  });

  test("a loop may end what its filter lists", async () => {
    const { key, uid } = await makeClientShop();
    const { contracts } = new Covergate({ apiKey: key, baseUrl: address() });
    for (let made = 0; made < 5; made += 1) await contracts.create(lcd(uid) as CreateContractRequest);
    for await (const { cid } of contracts.list({ uid, status: "open", limit: 2 })) await contracts.end(cid);
    expect(await contracts.list({ uid, status: "open" }).take(1)).toEqual([]);
  });

  test("a creation whose first answer is lost on the way insures once", async () => {
    await expectOneContract(address(), async ({ COVERGATE_API_KEY: apiKey, COVERGATE_BASE_URL: baseUrl, CONTRACT = "" }) => {
      const contract = JSON.parse(CONTRACT) as CreateContractRequest;
      return (await new Covergate({ apiKey, baseUrl }).contracts.create(contract)).cid;
    });
  });
}

/** The frameworks beside the package, as npm puts them. */
function useFrameworks(directory: string, place: string): void {
  const links = nodeFrameworks.map((name) => join("node_modules", name));
  for (const link of links.filter((each) => !existsSync(join(directory, each)))) {
    mkdirSync(join(directory, link, ".."), { recursive: true });
    symlinkSync(join(place, link), join(directory, link));
  }
}
