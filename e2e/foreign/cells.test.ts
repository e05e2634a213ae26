import type { ChildProcess } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { reserveEmbeddedPostgres } from "#db/embedded/embedded.ts";
import type { Postmaster } from "#db/embedded/postmaster.ts";
import { endProgram } from "#db/embedded/supervise.ts";
import { migrateDatabase } from "#db/migrate.ts";
import { seedDemo } from "#demo/demo.ts";
import { claimBody } from "#e2e/api/claims.fixture.ts";
import { inHours, lcd } from "#e2e/api/samples.ts";
import { ask, runAdmin, startRouter } from "#e2e/foreign/cells.ts";
import type { Asked, Cell, Told } from "#e2e/foreign/cells.ts";
import { findProgram } from "#e2e/foreign/program.ts";
import { startServer } from "#e2e/setup/server.ts";
import { testEnvironment } from "#e2e/setup/test-environment.ts";
import { receive } from "#lib/webhooks/receiver.fixture.ts";
import type { LoopbackReceiver } from "#lib/webhooks/receiver.fixture.ts";

// The database of cell a is that of the verbs here, which give the partner a life.
const database = await vi.hoisted(async () => (await import("#e2e/crash/database.ts")).openCrashingDatabase());
const { env } = await import("#lib/env.ts");
const { findKey } = await import("#lib/keys/find.ts");
const { create: createWebhook } = await import("#lib/webhooks/manage.ts");
const { sealUrl } = await import("#lib/webhooks/stored-url.ts");
const { operatorContext } = await import("#lib/users/roles.ts");

const nginx = findProgram("nginx");
const directory = mkdtempSync(join(tmpdir(), "covergate-cells-"));
const passphraseFile = join(directory, "passphrase");
const archive = join(directory, "partner.age");
const api = "api.example.com";
const waitOptions = { timeout: 60_000 };
const reason = "the cell is full";

let a: Cell;
let b: Cell;
let postgresOfB: Postmaster;
let lookAtB: postgres.Sql;
let receiver: LoopbackReceiver;
let router: { process: ChildProcess; port: number };
let addresses: { a: string; b: string };
const programs: ChildProcess[] = [];

/** What the partner has, before the move. */
const story = { id: "", name: "", key: "", liveKey: "", uid: "", link: "", contract: "", idempotencyKey: "once", body: {}, answer: "" };

async function startCell({ databaseUrl, dataDirectory, secret }: Cell, name: string): Promise<string> {
  const { url, program } = await startServer(
    { databaseUrl, dataDirectory, door: "latePages" },
    {
      APP_SECRET: secret,
      BASE_URL: `http://${name}.example.com`,
      TRUST_PROXY: "true",
      JOB_RUNNER: "embedded",
      WEBHOOK_ALLOWED_HOSTS: `localhost:${receiver.port}`,
    },
  );
  programs.push(program);
  return new URL(url).host;
}

const ofApi = (asked: Omit<Asked, "name">): Promise<Told> => ask(router.port, { name: api, ...asked });

async function succeed<Data>(asked: Omit<Asked, "name">): Promise<Data> {
  const { status, text } = await ofApi(asked);
  if (status >= 300) throw new Error(`${asked.path} was answered ${status}: ${text}`);
  return JSON.parse(text) as Data;
}

const deliveryIds = (): string[] => receiver.requests.map(({ headers }) => String(headers["x-delivery-id"]));

beforeAll(async () => {
  // nginx' workers give up being root.
  chmodSync(directory, 0o755);
  writeFileSync(passphraseFile, "correct horse battery staple, said the moving cell\n");
  receiver = await receive();
  const home = join(directory, "b");
  const embedded = await reserveEmbeddedPostgres(home, { durable: false });
  postgresOfB = await embedded.start();
  await migrateDatabase(embedded.url);
  lookAtB = postgres(embedded.url, { max: 1, onnotice: () => undefined });
  // As docs/scale.md has it for a new cell; so its worlds have other numbers too.
  await lookAtB`alter sequence claim_numbers restart with 200000001`;
  await lookAtB`alter sequence worlds_id_seq restart with 1000`;
  a = { databaseUrl: database.urlOfInstances, dataDirectory: env.DATA_DIR, secret: testEnvironment.APP_SECRET };
  b = { databaseUrl: embedded.url, dataDirectory: home, secret: "another-secret-that-only-cell-b-has-ever-seen" };
  addresses = { a: await startCell(a, "a"), b: await startCell(b, "b") };
  if (nginx !== undefined) router = await startRouter(nginx, directory, addresses, undefined);
});

afterAll(async () => {
  if (nginx !== undefined) await endProgram(router.process);
  for (const program of programs) await endProgram(program);
  await lookAtB.end();
  await postgresOfB.stop();
  await receiver.close();
  rmSync(directory, { recursive: true });
});

/** The demo's partner, with claims, documents and users; then a webhook, contracts, an answer under a key, and a link that was sent. */
async function live(): Promise<void> {
  const { partners } = await seedDemo({ url: "http://a.example.com", dataDir: env.DATA_DIR });
  const [partner] = partners;
  if (partner === undefined) throw new Error("the demo has no partner");
  const known = await findKey(partner.productionKey);
  if (known === undefined) throw new Error("the key is unknown");
  Object.assign(story, {
    id: known.world.partnerId,
    name: partner.name,
    key: partner.developmentKey,
    liveKey: partner.productionKey,
    uid: partner.renters[0],
  });
  const now = new Date();
  const ctx = { ...operatorContext("tests", now), realTime: now, world: known.world };
  for (const [name, enabled] of Object.entries({ hook: true, later: false })) {
    const settings = { name, enabled, url: "https://hooks.example.com/", signed: true, eventTypes: ["v2.contract.created"] } as const;
    const { id } = await createWebhook(ctx, { ...settings, eventTypes: [...settings.eventTypes] });
    // The instances may send to this machine, which nobody may ask for here.
    const url = sealUrl(new URL(`/${name}?token=abc`, receiver.url).href, id);
    await database.look`update webhooks set url = ${url} where id = ${id}`;
  }
  story.body = body();
  const first = await ofApi({
    path: "/v2/contracts",
    method: "POST",
    key: story.liveKey,
    body: story.body,
    idempotencyKey: story.idempotencyKey,
  });
  story.answer = first.text;
  const { contract } = JSON.parse(first.text) as { contract: { cid: string; products: object } };
  story.contract = contract.cid;
  const cpid = Object.keys(contract.products)[0] ?? "";
  const { data: claim } = await succeed<{ data: { id: string } }>({
    path: "/v2/claims",
    method: "POST",
    key: story.liveKey,
    body: claimBody(story.uid, contract.cid, cpid),
  });
  const { data: link } = await succeed<{ data: { url: string } }>({
    path: `/v2/claims/${claim.id}/links`,
    method: "POST",
    key: story.liveKey,
    body: {},
    idempotencyKey: "link",
  });
  story.link = link.url;
}

const startDate = inHours(0);
const body = (): object => lcd(story.uid, { start_date: startDate });

test.skipIf(nginx === undefined)(
  "a partner moves from one installation to another, with all that it has, while its systems and customers go on (needs nginx)",
  async () => {
    await live();
    await vi.waitFor(() => expect(receiver.requests.length).toBe(1), waitOptions);

    const options = ["--passphrase-file", passphraseFile];
    const nowhere = join(directory, "none/partner.age");
    const refused = await runAdmin(a, "partner", "export", story.name, nowhere, ...options, "--reason", reason);
    expect(refused.error).toMatch(/^Nothing can be written to .*ENOENT/);
    expect((await ofApi({ path: `/v2/contracts/${story.contract}`, key: story.liveKey })).status).toBe(200);
    const exported = await runAdmin(a, "partner", "export", story.name, archive, ...options, "--reason", reason);
    expect(exported.error).toBeUndefined();

    // Frozen: nothing is answered, nothing is written by anybody.
    const frozen = await ofApi({ path: "/v2/contracts", method: "POST", key: story.liveKey, body: body() });
    expect([frozen.status, frozen.headers["retry-after"]]).toEqual([503, "1"]);
    expect(frozen.text).toContain("is being moved");
    await expect(database.look`update contracts set end_reason = 'x' where cid = ${story.contract}`).rejects.toThrow("is being moved");
    expect((await ask(router.port, { name: "a.example.com", path: new URL(story.link).pathname })).status).toBe(503);

    // A wrong passphrase and a cut file change nothing.
    const wrong = join(directory, "wrong");
    writeFileSync(wrong, "another passphrase than that of the file");
    expect((await runAdmin(b, "partner", "import", archive, "--passphrase-file", wrong)).error).toContain("cannot be read");
    const cut = join(directory, "cut.age");
    writeFileSync(cut, readFileSync(archive).subarray(0, -100));
    expect((await runAdmin(b, "partner", "import", cut, ...options)).error).toContain("cannot be read");
    expect(await lookAtB`select id from partners`).toEqual([]);

    const imported = await runAdmin(b, "partner", "import", archive, ...options);
    expect(imported.error).toBeUndefined();
    for (const name of ["rows", "files", "ledgerCents"] as const) expect(imported.data?.[name]).toEqual(exported.data?.[name]);
    expect(imported.data?.files).toBeGreaterThan(0);
    for (const table of [
      "contracts",
      "claims",
      "claim_documents",
      "claim_links",
      "settlements",
      "premium_entries",
      "webhooks",
      "events",
      "users",
      "calls",
      "idempotency_keys",
    ]) {
      expect(imported.data?.rows[table], table).toBeGreaterThan(0);
    }
    expect((await runAdmin(b, "partner", "import", archive, ...options)).error).toContain("is here already");

    const finished = await runAdmin(a, "partner", "finish", story.name, "--reason", reason);
    expect(finished.error).toBeUndefined();
    await endProgram(router.process);
    router = await startRouter(nginx ?? "", directory, addresses, imported.data?.keys);

    // Both keys work, and an answer is repeated under its key instead of a second contract.
    expect((await ofApi({ path: "/v2/products", key: story.key })).status).toBe(200);
    const again = await ofApi({
      path: "/v2/contracts",
      method: "POST",
      key: story.liveKey,
      body: story.body,
      idempotencyKey: story.idempotencyKey,
    });
    expect(JSON.parse(again.text)).toEqual(JSON.parse(story.answer));

    // The link that was sent leads to the other cell.
    const { pathname } = new URL(story.link);
    const link = await ask(router.port, { name: "a.example.com", path: pathname });
    expect([link.status, link.headers["location"]]).toEqual([307, `http://b.example.com${pathname}`]);
    expect((await ask(router.port, { name: "b.example.com", path: pathname })).status).toBe(200);

    // Webhooks go on, signed by the same secret at the same address; nothing is delivered twice.
    await succeed({ path: "/v2/contracts", method: "POST", key: story.liveKey, body: body() });
    await vi.waitFor(() => expect(receiver.requests.length).toBe(2), waitOptions);
    // What waited in the first cell is delivered by the second.
    await lookAtB`update webhooks set enabled = true where name = 'later'`;
    await vi.waitFor(() => expect(receiver.requests.length).toBe(4), waitOptions);
    expect(receiver.requests.map(({ path }) => path)).toEqual([
      "/hook?token=abc",
      "/hook?token=abc",
      "/later?token=abc",
      "/later?token=abc",
    ]);
    expect(new Set(deliveryIds()).size).toBe(4);

    // Nothing is left in the first cell, and the other partners are as they were.
    const left =
      await database.look`select (select count(*)::int from contracts c join worlds w on w.id = c.world_id where w.partner_id = ${story.id}) as contracts,
    (select status from partners where id = ${story.id}) as status, (select count(*)::int from pg_trigger where tgname like 'move%') as triggers`;
    expect(left).toEqual([{ contracts: 0, status: "moved", triggers: 0 }]);
    const others =
      await database.look`select count(*)::int as count from products p join worlds w on w.id = p.world_id where w.partner_id <> ${story.id}`;
    expect(others[0]?.["count"]).toBeGreaterThan(0);
  },
);
