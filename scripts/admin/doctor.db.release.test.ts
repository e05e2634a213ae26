import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { findFreePort } from "#db/embedded/free-port.ts";
import { startS3Server, s3Settings } from "#e2e/documents/s3-server.ts";
import type { S3Server } from "#e2e/documents/s3-server.ts";
import { useMailServer } from "#e2e/setup/mail-server.ts";
import { closeConnections, useOwnDatabase } from "#e2e/setup/own-database.ts";
import { serverEnvironment, testEnvironment } from "#e2e/setup/test-environment.ts";
import { sampleDocument } from "#lib/insurance/claims/claim.fixture.ts";
import { insertSampleClaim } from "#lib/insurance/claims/claims.fixture.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";
import { env } from "#lib/platform/env.ts";
import { installations } from "#scripts/admin/doctor-faults.fixture.ts";
import {
  canMount,
  examine,
  host,
  listen,
  listenSilently,
  makeDatabase,
  mayAll,
  root,
  setRole,
  undo,
  undoAll,
  work,
} from "#scripts/admin/doctor.fixture.ts";
import type { Settings } from "#scripts/admin/doctor.fixture.ts";

await useOwnDatabase();
const mails = await useMailServer();

/** An installation with everything that it may have, of which each case breaks one thing. */
let healthy: Settings;
let store: S3Server;
let template: string;
let keyOfDocument: string;
const shared: (() => unknown)[] = [];

beforeAll(async () => {
  const { worlds } = await makePartner();
  const [kept, replaced] = (
    await insertSampleClaim(worlds.production.id, { documents: [sampleDocument("Dépôt de plainte"), sampleDocument("Facture d'achat")] })
  ).documents;
  keyOfDocument = kept?.storageKey ?? "";
  // Its file is deleted an hour later, and its row stays.
  await sql`update claim_documents set replaced_at = now() where id = ${replaced?.id ?? ""}`;
  template = new URL(env.DATABASE_URL).pathname.slice(1);
  // Nobody may be connected to a template.
  await closeConnections();
  store = await startS3Server();
  shared.push(() => store.close());
  const inngest = await listen(
    createHttpServer((_request, response) => response.end()),
    shared,
  );
  const { port } = mails.server.server.address() as AddressInfo;
  healthy = {
    ...serverEnvironment,
    APP_SECRET: testEnvironment.APP_SECRET,
    BASE_URL: "https://api.example.com",
    TRUST_PROXY: "true",
    METRICS_TOKEN: "a-token-of-the-tests",
    SMTP_URL: `smtp://${host}:${port}`,
    JOB_RUNNER: "both",
    INNGEST_EVENT_KEY: "a-key",
    INNGEST_SIGNING_KEY: "signkey-test-00",
    INNGEST_BASE_URL: `http://${host}:${inngest}`,
  };
});
afterEach(() => undoAll(undo));
afterAll(() => undoAll(shared));

/** Makes a healthy installation: a database of its own, and its document in a directory or a bucket. */
async function install(place: "directory" | "bucket"): Promise<Settings> {
  const directory = mkdtempSync(join(tmpdir(), "covergate-doctor-"));
  undo.push(() => rmSync(directory, { recursive: true }));
  const settings = { ...healthy, DATABASE_URL: await makeDatabase(template), DATA_DIR: directory };
  if (place === "bucket") {
    store.objects.set(keyOfDocument, { bytes: Buffer.from("a document"), contentType: "application/pdf" });
    return { ...settings, ...s3Settings, STORAGE_ENDPOINT: store.url };
  }
  const file = join(directory, "documents", keyOfDocument);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, "a document");
  return settings;
}

describe("the doctor", () => {
  test.each(["directory", "bucket"] as const)("finds a healthy installation in order, its documents in a %s", async (place) => {
    const settings = await install(place);
    const { code, found, error } = await examine(settings);
    expect(Object.entries(found).filter(([, { state }]) => state !== "good")).toEqual([]);
    expect({ code, error }).toEqual({ code: 0, error: "" });
    expect(found["migrations"]?.says).toMatch(/^all \d+, to \d/);
    const directory = join(settings["DATA_DIR"] ?? "", "documents");
    const stored = place === "bucket" ? [...store.objects.keys()] : readdirSync(directory, { recursive: true });
    expect(stored.filter((name) => name !== dirname(keyOfDocument))).toEqual([keyOfDocument]);
    const checkedOut = spawnSync("git", ["rev-parse", "HEAD"], { cwd: root, encoding: "utf8" }).stdout.trim();
    expect(found["release"]?.says).toBe(`1.0.0, commit ${checkedOut}`);
  });

  for (const cases of installations) {
    const [place, before] = [cases.find((one) => one.place)?.place, cases.find((one) => one.before)?.before];
    const whats = cases.map(({ what }) => what).join("; ");
    test.skipIf(before !== undefined && canMount.status !== 0)(`finds ${whats}, and all else in order`, async () => {
      let settings = await install(place ?? "directory");
      for (const { breaks } of cases) settings = { ...settings, ...(await breaks(settings, { store, keyOfDocument })) };
      const { code, found, error } = await examine(settings, before);
      const expected = cases.flatMap(({ wrong = {}, look = {} }) =>
        Object.entries({ wrong, look }).flatMap(([state, findings]) =>
          Object.entries(findings).map(([name, says]) => [name, { state, says: expect.stringMatching(says) as string }] as const),
        ),
      );
      expect(Object.fromEntries(Object.entries(found).filter(([, { state }]) => state !== "good"))).toEqual(Object.fromEntries(expected));
      const names = Object.keys(found).filter((name) => cases.some(({ wrong = {} }) => name in wrong));
      expect(code).toBe(names.length === 0 ? 0 : 1);
      expect(error === "" ? "" : JSON.parse(error)).toEqual(
        names.length === 0 ? "" : { error: `Something is wrong: ${names.join(", ")}.` },
      );
    });
  }

  test("ends while mail server, Inngest, replica and store all hang, and names each", async () => {
    const port = await listenSilently();
    const { code, found } = await examine({
      ...(await install("bucket")),
      SMTP_URL: `smtp://${host}:${port}`,
      INNGEST_BASE_URL: `http://${host}:${port}`,
      STORAGE_ENDPOINT: `http://${host}:${port}`,
      DATABASE_REPLICA_URL: `postgres://covergate@${host}:${port}/covergate`,
    });
    expect(code).toBe(1);
    expect(Object.keys(found).filter((name) => found[name]?.state !== "good")).toEqual(["replica", "documents", "mail", "inngest"]);
    expect([found["mail"]?.says, found["inngest"]?.says, found["replica"]?.says, found["documents"]?.says]).toEqual([
      expect.stringMatching(/^SMTP_URL: (?:Timeout|Greeting never received)/),
      expect.stringMatching(/^INNGEST_BASE_URL: .*timeout/),
      expect.stringMatching(/^DATABASE_REPLICA_URL: .*CONNECT_TIMEOUT/),
      expect.stringMatching(/^STORAGE_BUCKET: /),
    ]);
  });
});

test("a role that has no connection left is told so in one sentence, at once and by each check", async () => {
  const settings = await install("directory");
  const limited = () => setRole(settings["DATABASE_URL"], (role) => `${mayAll(role)} alter role ${role} connection limit 1`);
  const { code, found } = await examine({ ...settings, DATABASE_URL: await limited() });
  expect(code).toBe(1);
  const refused = Object.values(found).filter(({ state }) => state === "wrong");
  expect(new Set(refused.map(({ says }) => says))).toEqual(new Set([expect.stringMatching(/^Postgres .* raise the connection limit/)]));
  const url = await limited();
  const attempt = work(url, async (holding) => {
    await holding`select`;
    return examine({ ...settings, DATABASE_URL: url });
  });
  await expect(attempt).rejects.toThrow(/^\{"error":"Postgres has no connection left[^\n]*"\}\n$/);
});

test.each([
  {
    what: "a login that may not use the tables, as after a restore by somebody else,",
    lines: (role: string) => `grant usage on schema public, drizzle to ${role};`,
    says: /^\{"error":"The role in DATABASE_URL may not use the tables: [^\n]*"\}\n$/,
  },
  {
    what: "a role whose search_path hides the tables behind a pooler",
    isPooled: true,
    lines: (role: string) => `${mayAll(role)} alter role ${role} set search_path = nowhere`,
    says: /^\{"error":"The database is not that of this release: [^\n]* a search_path of the role [^\n]*"\}\n$/,
  },
])("$what is told so in one sentence", async ({ lines, says, isPooled = false }) => {
  const settings = await install("directory");
  const url = await setRole(settings["DATABASE_URL"], lines);
  const direct = isPooled ? { DATABASE_DIRECT_URL: settings["DATABASE_URL"] ?? "" } : {};
  await expect(examine({ ...settings, ...direct, DATABASE_URL: url })).rejects.toThrow(says);
});

test("a database that is away is told so with its host, its port and the reason, and without the password", async () => {
  const port = await findFreePort(host);
  const settings = { ...healthy, DATABASE_URL: `postgres://covergate:secret@${host}:${port}/covergate` };
  const sentence = `The database does not answer at the address in DATABASE_URL: connect ECONNREFUSED ${host}:${port}.`;
  await expect(examine(settings)).rejects.toThrow(`${JSON.stringify({ error: sentence })}\n`);
});
