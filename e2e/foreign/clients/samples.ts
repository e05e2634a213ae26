import { spawn } from "node:child_process";
import { copyFileSync, globSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { expect, onTestFinished } from "vitest";
import { Covergate } from "#clients/typescript/src/client.ts";
import type { CreateClaimRequest, CreateContractRequest } from "#clients/typescript/src/generated/schema.ts";
import { sql } from "#db/client.ts";
import { findFreePort } from "#db/embedded/free-port.ts";
import { makeClientShop } from "#e2e/api/clients.ts";
import { inHours, lcd } from "#e2e/api/samples.ts";
import { startTcpProxy } from "#e2e/setup/tcp-proxy.fixture.ts";
import { eventSamples } from "#lib/developer/events/samples.ts";
import { createClaim } from "#lib/insurance/claims/endpoints.ts";

const root = join(import.meta.dirname, "../../..");

/** Copies the samples of a language and the photo that they upload to where a program of an integrator lies. */
export function copySamples(language: "typescript" | "python" | "php", directory: string): string[] {
  const samples = join(root, "clients/samples", language);
  const names = globSync("*", { cwd: samples });
  for (const name of names) copyFileSync(join(samples, name), join(directory, name));
  copyFileSync(join(root, "e2e/documents/files/photo.png"), join(directory, "photo.png"));
  return names;
}

/** Runs the samples that call the API one after the other, and expects what each is to do. */
export async function walkSamples(
  address: string,
  run: (sample: "first-contract" | "loop" | "response" | "upload" | "errors", environment: Record<string, string>) => Promise<string>,
): Promise<void> {
  const { key, uid } = await makeClientShop();
  const covergate = new Covergate({ apiKey: key, baseUrl: address });
  const settings = { COVERGATE_API_KEY: key, RENTER: uid };
  const [cid = "", price] = (await run("first-contract", settings)).trim().split(" ");
  expect((await covergate.contracts.get(cid)).price).toBe(Number(price));
  const { status } = await covergate.contracts.get(cid);
  expect(await run("loop", settings)).toBe(`${cid} ${status} ${price}\n`);
  expect(await run("response", settings)).toMatch(/^1 200 application\/json; charset=utf-8 exec_\w+\n$/);
  const claim = await createDraft(covergate, uid);
  const number = (await run("upload", { ...settings, CLAIM: claim })).trim();
  expect(await covergate.claims.get(claim)).toMatchObject({ claimId: number, status: "submitted" });
  expect(await run("errors", settings)).toMatch(/^CONTRACT_NOT_FOUND 1051 400\n.+ exec_\w+\n$/);
}

/** Runs a program that deletes every product while it loops over them, two a page. */
export async function expectAllDeleted(address: string, clear: (environment: Record<string, string>) => Promise<unknown>): Promise<void> {
  const { key } = await makeClientShop();
  const covergate = new Covergate({ apiKey: key, baseUrl: address });
  const data = { product_subtype: "electric", brand: "Moustache", model: "Lundi 27" } as const;
  const bike = { product_type: "bike", value_excl: 2400, data } as const;
  for (let made = 0; made < 7; made += 1) await covergate.products.create({ ...bike, uid: `bike-${made}`, title: "Lundi 27" });
  await clear({ COVERGATE_API_KEY: key, COVERGATE_BASE_URL: address });
  expect(await covergate.products.list().take(1)).toEqual([]);
}

/** Runs a program that insures the contract in CONTRACT and prints its cid; the first answer is lost on the way to it. */
export async function expectOneContract(address: string, insure: (environment: Record<string, string>) => Promise<string>): Promise<void> {
  const { key, uid, world } = await makeClientShop();
  const proxy = await startTcpProxy(Number(new URL(address).port));
  onTestFinished(() => proxy.close());
  // Long enough for the answer to be still on its way when the contract is there.
  proxy.delay(1_000);
  const settings = { COVERGATE_API_KEY: key, COVERGATE_BASE_URL: `http://127.0.0.1:${proxy.port}`, CONTRACT: JSON.stringify(lcd(uid)) };
  const creation = insure(settings);
  const stored = () => sql<{ cid: string }[]>`select cid from contracts where world_id = ${world.id}`;
  await expect.poll(async () => (await stored()).length).toBe(1);
  proxy.reset();
  proxy.delay(0);
  const cid = (await creation).trim();
  expect(proxy.connections()).toBeGreaterThan(1);
  expect(await stored()).toEqual([{ cid }]);
}

async function createDraft(covergate: Covergate, uid: string): Promise<string> {
  const { cid, products } = await covergate.contracts.create({ ...lcd(uid), start_date: inHours(0) } as CreateContractRequest);
  const example = createClaim.examples?.[0]?.body as CreateClaimRequest;
  const own = { userId: uid, contractId: cid, contractProductId: Object.keys(products)[0] ?? "", claimAt: inHours(0) };
  return (await covergate.claims.create({ ...example, ...own })).id;
}

/** Starts a receiver of webhooks, and expects that it takes a delivery that is signed, prints its claim, and refuses a forged one. */
export async function expectReceiver(
  command: string,
  args: (port: string) => string[],
  directory: string,
  environment: Record<string, string> = {},
): Promise<void> {
  const port = String(await findFreePort("127.0.0.1"));
  const secret = `whsec_${Buffer.from("a secret of twenty-four by").toString("base64")}`;
  const variables = { HOME: directory, PATH: "/usr/bin:/bin", ...environment, PORT: port, COVERGATE_WEBHOOK_SECRET: secret };
  const program = spawn(command, args(port), {
    cwd: directory,
    env: { NODE_ENV: "test", ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const printed = Promise.all([text(program.stdout), text(program.stderr)]);
  try {
    const id = "evt_01JD3W7Q8ZK5T9V0XR2M4N6P8A";
    const data = eventSamples["v2.claim.closed"] as { claimId: string; status: string };
    const body = JSON.stringify({ event_type: "v2.claim.closed", data });
    const now = new Date();
    const headers = {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign(id, now, body),
    };
    const send = async (sent: string) =>
      (await fetch(`http://127.0.0.1:${port}/webhooks/covergate`, { method: "POST", headers, body: sent })).status;
    await expect.poll(() => send(`${body} `).catch(() => 0)).toBe(400);
    expect(await send(body)).toBe(204);
    program.kill();
    expect((await printed).join("")).toContain(`${id} ${data.claimId} ${data.status}`);
  } finally {
    program.kill("SIGKILL");
  }
}
