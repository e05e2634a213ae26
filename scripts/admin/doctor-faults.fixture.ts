import { rmSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { join } from "node:path";
import postgres from "postgres";
import { inject } from "vitest";
import { findFreePort } from "#db/embedded/free-port.ts";
import { dayOf, findPartition, listPartitions } from "#db/partitions.ts";
import type { S3Server } from "#e2e/documents/s3-server.ts";
import { currentTime } from "#lib/platform/time/clock.ts";
import {
  databaseBeforeLastMigration,
  host,
  inReadOnlyDirectory,
  inReadOnlyDocuments,
  inSmallDirectory,
  listen,
  makeDatabase,
  mayAll,
  mayWrite,
  refuse,
  setRole,
  twoMinutesAhead,
  undo,
  work,
} from "#scripts/admin/doctor.fixture.ts";
import type { Settings } from "#scripts/admin/doctor.fixture.ts";

export interface Broken {
  what: string;
  place?: "bucket";
  /** Breaks the installation and returns the changed settings. */
  breaks: (settings: Settings, documents: { store: S3Server; keyOfDocument: string }) => Promise<Settings>;
  wrong?: Readonly<Record<string, RegExp>>;
  /** The checks that report `look`. */
  look?: Readonly<Record<string, RegExp>>;
  before?: readonly string[];
}

const identityProvider = { OIDC_CLIENT_ID: "covergate", OIDC_CLIENT_SECRET: "a-secret" };

/** Each installation has as many faults as can be told apart. Cases that make a role come last, since that role may change less. */
export const installations: Broken[][] = [
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
      what: "an identity provider that does not answer",
      breaks: async () => ({ ...identityProvider, OIDC_ISSUER: `http://${host}:${await findFreePort(host)}` }),
      wrong: { "sign-in": /^OIDC_ISSUER: connect ECONNREFUSED/ },
    },
    {
      what: "a proxy of webhooks that is away",
      breaks: async () => ({ WEBHOOK_PROXY: `http://${host}:${await findFreePort(host)}` }),
      wrong: { webhooks: /^WEBHOOK_PROXY: connect ECONNREFUSED/ },
    },
    {
      what: "a proxy in front that is not trusted",
      breaks: async () => ({ TRUST_PROXY: "false" }),
      wrong: { settings: /^BASE_URL is https:\/\/ and TRUST_PROXY is not set/ },
    },
    {
      what: "an index that is missing and one that is invalid",
      breaks: async ({ DATABASE_URL }) => {
        await work(DATABASE_URL, async (database) => {
          await database`drop index contracts_by_renter`;
          await database`update pg_index set indisvalid = false where indexrelid = 'users_email'::regclass`;
        });
        return {};
      },
      wrong: { indexes: /^contracts_by_renter is missing, users_email is invalid: / },
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
          const partition = await findPartition(database, "deliveries", dayOf(currentTime()));
          await database.unsafe(`alter table deliveries detach partition ${partition?.name}`);
        });
        return {};
      },
      wrong: { partitions: /^deliveries has none of \d{4}-\d\d-\d\d: deliveries_week_\d{8} is detached/ },
    },
    {
      what: "a proxy of webhooks that wants another password",
      breaks: async () => {
        const proxy = createHttpServer().on("connect", (request: IncomingMessage, socket: Socket) => {
          const isKnown = request.headers["proxy-authorization"] === `Basic ${btoa("user:p@ss")}`;
          socket.end(`HTTP/1.1 ${isKnown ? "502 Bad Gateway" : "407 Proxy Authentication Required"}\r\n\r\n`);
        });
        return { WEBHOOK_PROXY: `http://user:wrong@${host}:${await listen(proxy)}` };
      },
      wrong: { webhooks: /^WEBHOOK_PROXY: the proxy refuses user and password/ },
    },
    {
      what: "an identity provider of another name",
      breaks: async () => {
        const provider = createHttpServer((_request, response) => response.end(JSON.stringify({ issuer: "https://other.example" })));
        return { ...identityProvider, OIDC_ISSUER: `http://${host}:${await listen(provider)}` };
      },
      wrong: { "sign-in": /^OIDC_ISSUER: the identity provider calls itself https:\/\/other\.example/ },
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
      breaks: async (_settings, { store, keyOfDocument }) => {
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
