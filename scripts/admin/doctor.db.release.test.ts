import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { sql } from "#db/client.ts";
import { findFreePort } from "#db/embedded/free-port.ts";
import { dayOf, findPartition, listPartitions } from "#db/partitions.ts";
import { startS3Server, s3Settings } from "#e2e/documents/s3-server.ts";
import type { S3Server } from "#e2e/documents/s3-server.ts";
import { useMailServer } from "#e2e/setup/mail-server.ts";
import { closeConnections, useOwnDatabase } from "#e2e/setup/own-database.ts";
import { serverEnvironment, testEnvironment } from "#e2e/setup/test-environment.ts";
import { sampleDocument } from "#lib/insurance/claims/claim.fixture.ts";
import { insertSampleClaim } from "#lib/insurance/claims/claims.fixture.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";
import { env } from "#lib/platform/env.ts";
import {
  canMount,
  databaseBeforeLastMigration,
  examine,
  host,
  inReadOnlyDirectory,
  inReadOnlyDocuments,
  inSmallDirectory,
  listen,
  listenSilently,
  makeDatabase,
  mayAll,
  mayWrite,
  refuse,
  root,
  setRole,
  twoMinutesAhead,
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

interface Broken {
  what: string;
  place?: "bucket";
  /** Breaks the installation and returns the changed settings. */
  breaks: (settings: Settings) => Promise<Settings>;
  wrong?: Readonly<Record<string, RegExp>>;
  /** The checks that report `look`. */
  look?: Readonly<Record<string, RegExp>>;
  before?: readonly string[];
}

/** Each installation has as many faults as can be told apart. Cases that make a role come last, since that role may change less. */
const installations: Broken[][] = [
  [
    {
      what: "that one person decides alone",
      breaks: async () => ({ FOUR_EYES_ABOVE: "none" }),
      look: { approvals: /^FOUR_EYES_ABOVE is none: one person can pay any amount/ },
    },
    {
      what: "a table without partitions",
      breaks: async ({ DATABASE_URL }) => {
        await work(DATABASE_URL, async (database) => {
          for (const { name } of await listPartitions(database, "calls")) await database`drop table ${database(name)}`;
        });
        return {};
      },
      wrong: { partitions: /^calls has none of \d{4}-\d\d-\d\d: does any instance run the job maintain/ },
    },
    {
      what: "contracts that nobody ends",
      breaks: async ({ DATABASE_URL }) => {
        await work(DATABASE_URL, (database) => database`update contracts set due_at = now() - interval '1 hour'`);
        return {};
      },
      wrong: { jobs: /^1 contracts should have ended five minutes ago: does any instance run jobs/ },
    },
    {
      what: "a document that the directory has lost",
      breaks: async ({ DATA_DIR }) => {
        rmSync(join(DATA_DIR ?? "", "documents"), { recursive: true });
        return {};
      },
      wrong: { documents: /^1 of 1 are not in \/.*\/documents: bring them back from its backup \(`bin\/covergate admin stray-files`/ },
    },
    {
      what: "a mail server that refuses connections",
      breaks: async () => ({ SMTP_URL: `smtp://${host}:${await findFreePort(host)}` }),
      wrong: { mail: /^SMTP_URL: connect ECONNREFUSED/ },
    },
    {
      what: "an instance that runs no jobs",
      breaks: async () => ({ JOB_RUNNER: "none" }),
      look: { inngest: /^not used: JOB_RUNNER is none, so another instance must run jobs/ },
    },
    {
      what: "a replica of another database",
      breaks: async () => {
        return { DATABASE_REPLICA_URL: await makeDatabase(inject("pristineDatabase")) };
      },
      wrong: { replica: /^DATABASE_REPLICA_URL is another database/ },
    },
    {
      what: "a role that may not create",
      breaks: async ({ DATABASE_URL }) => ({ DATABASE_URL: await setRole(DATABASE_URL, mayWrite) }),
      wrong: { rights: /needs CREATE on the schema/ },
    },
  ],
  [
    {
      what: "an audit log that is no longer append-only",
      breaks: async ({ DATABASE_URL }) => {
        await work(DATABASE_URL, (database) => database`alter table audit_entries disable trigger audit_entries_append_only`);
        return {};
      },
      wrong: { audit: /^entries can be changed or removed: the trigger audit_entries_append_only is missing or disabled/ },
    },
    {
      what: "a partition that is missing",
      breaks: async ({ DATABASE_URL }) => {
        await work(DATABASE_URL, async (database) => {
          const partition = await findPartition(database, "deliveries", dayOf(new Date()));
          await database.unsafe(`alter table deliveries detach partition ${partition?.name}`);
        });
        return {};
      },
      wrong: { partitions: /^deliveries has none of \d{4}-\d\d-\d\d: deliveries_week_\d{8} is detached/ },
    },
    {
      what: "an Inngest server that is away",
      breaks: async () => ({ INNGEST_BASE_URL: `http://${host}:${await findFreePort(host)}` }),
      wrong: { inngest: /^INNGEST_BASE_URL: connect ECONNREFUSED/ },
    },
    {
      what: "a clock that is two minutes ahead",
      breaks: async () => ({ NODE_OPTIONS: twoMinutesAhead }),
      wrong: { clock: /^1(?:19|20|21) s apart from the database's/ },
    },
    {
      what: "a table that somebody has locked",
      breaks: async ({ DATABASE_URL = "" }) => {
        const locking = postgres(DATABASE_URL, { max: 1 });
        undo.push(() => locking.end());
        await locking.unsafe("begin; lock table claim_documents");
        return {};
      },
      wrong: { documents: /^Somebody has held a lock .*alarms\.md#covergatedatabasewaits/ },
    },
  ],
  [
    {
      what: "a bucket that stores nothing for this key",
      place: "bucket",
      breaks: () => refuse("PUT"),
      wrong: { documents: /^STORAGE_BUCKET: a document could not be stored: AccessDenied, Not for this key/ },
    },
    {
      what: "a role that may not write",
      breaks: async ({ DATABASE_URL }) => ({
        DATABASE_URL: await setRole(DATABASE_URL, (role) => `${mayAll(role)} revoke insert, update, delete on contracts from ${role}`),
      }),
      wrong: { rights: /may not write contracts/ },
    },
  ],
  [
    {
      what: "a bucket that deletes nothing for this key",
      place: "bucket",
      breaks: () => refuse("DELETE"),
      wrong: { documents: /^STORAGE_BUCKET: the document doc_\S+ could be stored, and not deleted: AccessDenied, Not for this key/ },
    },
    {
      what: "a role whose transactions are read-only",
      breaks: async ({ DATABASE_URL }) => ({
        DATABASE_URL: await setRole(DATABASE_URL, (role) => `${mayAll(role)} alter role ${role} set default_transaction_read_only = on`),
      }),
      look: { rights: /^Covergate writes all the same: default_transaction_read_only is on for this role; .* nearly full disk/ },
    },
  ],
  [
    {
      what: "a document that the bucket has lost",
      place: "bucket",
      breaks: async () => {
        store.objects.delete(keyOfDocument);
        return {};
      },
      wrong: { documents: /^1 of 1 are not in the bucket covergate-tests/ },
    },
    {
      what: "a role whose transactions are ended and whose commits are not waited for",
      breaks: async ({ DATABASE_URL }) => ({
        DATABASE_URL: await setRole(
          DATABASE_URL,
          (role) => `${mayAll(role)} alter role ${role} set transaction_timeout = '20s'; alter role ${role} set synchronous_commit = off`,
        ),
      }),
      look: { sessions: /^synchronous_commit is off: .* loses contracts .*; transaction_timeout is 20000 ms: / },
    },
  ],
  [
    {
      what: "a replica that follows none",
      breaks: async ({ DATABASE_URL = "" }) => ({ DATABASE_REPLICA_URL: DATABASE_URL }),
      wrong: { replica: /follows none/ },
    },
  ],
  [
    {
      what: "a database of the release before",
      breaks: async () => ({ DATABASE_URL: await databaseBeforeLastMigration() }),
      wrong: { migrations: /^1 have not run: start this release once/ },
    },
  ],
  [
    {
      what: "commits that are not waited for, beside a replica",
      breaks: async ({ DATABASE_URL = "" }) => ({
        DATABASE_URL: await setRole(DATABASE_URL, (role) => `${mayAll(role)} alter role ${role} set synchronous_commit = off`),
        DATABASE_REPLICA_URL: DATABASE_URL,
      }),
      wrong: { sessions: /^synchronous_commit is off: reads of the replica miss/, replica: /follows none/ },
    },
  ],
  [
    {
      what: "a directory of documents that is read-only (unshare)",
      before: inReadOnlyDocuments,
      breaks: async () => ({}),
      wrong: { documents: /^DATA_DIR: a document could not be stored: EROFS: read-only file system, open '\/.*\/documents\// },
    },
  ],
  [
    {
      what: "a DATA_DIR in which a start cannot write (unshare)",
      place: "bucket",
      before: inReadOnlyDirectory,
      breaks: async () => ({}),
      wrong: { directory: /^The data directory \/.* cannot be used, because nothing can be written there by this account \(EROFS\)/ },
    },
  ],
  [
    {
      what: "a full disk (unshare)",
      place: "bucket",
      before: inSmallDirectory,
      breaks: async () => ({}),
      wrong: { disk: /^0\.0 GB free at \/.*: uploads fail without space/ },
    },
  ],
];

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
      for (const { breaks } of cases) settings = { ...settings, ...(await breaks(settings)) };
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
