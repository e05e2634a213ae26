import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { endProgram } from "#db/embedded/supervise.ts";
import { photo } from "#e2e/api/claims.fixture.ts";
import { inDays, insured } from "#e2e/api/samples.ts";
import { openCrashingDatabase } from "#e2e/crash/database.ts";
import { makeShop } from "#e2e/crash/shop.ts";
import type { Shop } from "#e2e/crash/shop.ts";
import { generators } from "#e2e/foreign/generators.ts";
import { MissingTool, runTool } from "#e2e/foreign/kept-tools.ts";
import { startServer } from "#e2e/setup/server.ts";
import type { ServerUnderTest } from "#e2e/setup/server.ts";
import { env } from "#lib/platform/env.ts";

// A database of its own, as for the other tests whose server does not come with the project.
const database = await openCrashingDatabase();

/** The last output of a walk. */
const walked = z.object({ price: z.number(), cid: z.string(), claimId: z.string(), eventTypes: z.array(z.string()) });

const directory = mkdtempSync(join(tmpdir(), "covergate-generators-"));
const [document, photoFile] = [join(directory, "openapi.json"), join(directory, "photo.png")];
// Older Pythons read no Z.
const [NOW, TOMORROW, NEXT_WEEK] = [0, 1, 7].map((days) => inDays(days).replace("Z", "+00:00")) as [string, string, string];
let shop: Shop;
let server: ServerUnderTest;

beforeAll(async () => {
  shop = await makeShop();
  const under = { databaseUrl: database.urlOfInstances, dataDirectory: env.DATA_DIR, door: "latePages" as const };
  server = await startServer(under);
  writeFileSync(document, await (await fetch(`${server.url}/v2/openapi.json`)).text());
  writeFileSync(photoFile, Buffer.from(photo.content, "base64"));
});

afterAll(async () => {
  await endProgram(server.program);
  rmSync(directory, { recursive: true });
});

async function ask(path: string, body?: object): Promise<unknown> {
  const headers = { key: shop.key, "content-type": "application/json" };
  const response = await fetch(`${server.url}/v2${path}`, {
    headers,
    ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(200);
  return response.json();
}

describe.each(generators)("$name", ({ name, makeClient }) => {
  test("generates a client that compiles, and that can price, insure, change, end, claim and read events", async ({ skip, annotate }) => {
    const workshop = mkdtempSync(join(directory, `${name.replaceAll(" ", "-")}-`));
    const walk = await makeClient({ directory: workshop, document }).catch((error: unknown) => {
      if (error instanceof MissingTool) skip(error.message);
      throw error;
    });
    if (walk === undefined) {
      await annotate("compiled, not run");
      return;
    }
    const { program, given, env: more } = walk;
    const place = { API_URL: `${server.url}/v2`, API_KEY: shop.key, RENTER: shop.uid, NOW, TOMORROW, NEXT_WEEK, PHOTO: photoFile };
    const printed = await runTool(program, given, { env: { ...place, ...more } });
    const { price, cid, claimId, eventTypes } = walked.parse(JSON.parse(printed.trim().split("\n").at(-1) ?? ""));

    const period = { start_date: TOMORROW, end_date: NEXT_WEEK };
    const body = { uid: shop.uid, contract_type: "LCD", ...period, options: ["break", "theft"], products: [insured()] };
    expect(await ask("/contracts?preview=true", body)).toMatchObject({ contract: { price } });
    expect(await ask(`/contracts/${cid}`)).toMatchObject({ contract: { status: "cancel" } });
    expect(eventTypes).toEqual(["v2.contract.canceled", "v2.contract.updated", "v2.contract.created"]);
    const { data } = (await ask(`/claims/${claimId}`)) as { data: { status: string; documentEntries: { document: unknown }[] } };
    expect(data.status).toBe("submitted");
    expect(data.documentEntries).toContainEqual(
      expect.objectContaining({ category: "mandatory", document: expect.objectContaining({ title: "The bike" }) as unknown }),
    );
  });
});
