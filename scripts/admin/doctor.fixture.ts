import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:net";
import type { AddressInfo, Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import postgres from "postgres";
import { inject } from "vitest";
import { createDatabase } from "#e2e/setup/create-database.ts";

export const root = join(import.meta.dirname, "../..");
export const host = "127.0.0.1";
export type Settings = Record<string, string>;
type Findings = Record<string, { state: string; says: string }>;
interface Examined {
  code: number | null;
  found: Findings;
  error: string;
}

/** Steps that the end of a test takes, the last one first. */
export const undo: (() => unknown)[] = [];
export async function undoAll(steps: (() => unknown)[]): Promise<void> {
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) await step();
}

/** Runs the command as an operator does. */
export async function examine(settings: Settings, before: readonly string[] = []): Promise<Examined> {
  const [program, ...args] = [...before, process.execPath, join(root, "scripts/admin.ts"), "--json", "doctor"];
  const doctor = spawn(program ?? process.execPath, args, {
    cwd: root,
    env: settings as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, error] = await Promise.all([text(doctor.stdout), text(doctor.stderr), once(doctor, "close")]);
  if (out === "") throw new Error(error);
  return { code: doctor.exitCode, found: JSON.parse(out) as Findings, error };
}

export async function work<Result>(url: string | undefined, run: (database: postgres.Sql) => Promise<Result>): Promise<Result> {
  const database = postgres(url ?? "", { max: 1, onnotice: () => undefined });
  try {
    return await run(database);
  } finally {
    await database.end();
  }
}

export async function listen(server: Server, steps = undo): Promise<number> {
  server.listen(0, host);
  await once(server, "listening");
  steps.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** The port of a server that takes connections and says nothing. */
export function listenSilently(): Promise<number> {
  const taken: { destroy(): void }[] = [];
  undo.push(() => taken.forEach((socket) => socket.destroy()));
  return listen(createServer((socket) => void taken.push(socket.on("error", () => undefined))));
}

/** Makes a role as `lines` say; returns the address with which it signs in. */
export async function setRole(url: string | undefined, lines: (role: string) => string): Promise<string> {
  const role = `doctor_${Math.random().toString(36).slice(2)}`;
  await work(url, (database) => database.unsafe(`create role ${role} login password 'secret'; ${lines(role)}`));
  // The role's grants must go before the database.
  undo.push(() => work(url, (database) => database.unsafe(`drop owned by ${role}; drop role ${role}`)));
  return Object.assign(new URL(url ?? ""), { username: role, password: "secret" }).href;
}

export const mayWrite = (role: string) => `grant usage on schema public, drizzle to ${role};
  grant all on all tables in schema public, drizzle to ${role}; grant all on all sequences in schema public to ${role};`;

export const mayAll = (role: string) => `${mayWrite(role)} grant create on schema public to ${role};`;

/** Mounts for one program, which need no rights where the system lets users have namespaces. */
const mounted = (mount: string) => ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", `${mount} && exec "$@"`, "sh"];
export const inSmallDirectory = mounted('mount -t tmpfs -o size=128k tmpfs "$DATA_DIR"');
export const inReadOnlyDirectory = mounted('mount --bind "$DATA_DIR" "$DATA_DIR" && mount -o remount,bind,ro "$DATA_DIR"');
export const inReadOnlyDocuments = mounted(
  'mount --bind "$DATA_DIR/documents" "$DATA_DIR/documents" && mount -o remount,bind,ro "$DATA_DIR/documents"',
);
const [unshare = "", ...unshareArgs] = inSmallDirectory;
export const canMount = spawnSync(unshare, [...unshareArgs, "true"], {
  env: { PATH: "/usr/bin:/bin", DATA_DIR: tmpdir(), NODE_ENV: "test" },
});

/** A bucket that has every document and refuses one kind of request. */
export async function refuse(method: string): Promise<Settings> {
  const error = "<Error><Code>AccessDenied</Code><Message>Not for this key</Message></Error>";
  const refusing = createHttpServer((request, response) => {
    request.resume();
    if (request.method === method) response.writeHead(403, { "content-type": "application/xml" }).end(error);
    else response.end();
  });
  return { STORAGE_ENDPOINT: `http://${host}:${await listen(refusing)}` };
}

/** A database of its own, empty or a copy. */
export async function makeDatabase(from?: string): Promise<string> {
  const { url, name, remove } = await createDatabase(inject("databaseServer"), from);
  undo.push(remove);
  // The server of the tests waits for no disk.
  await work(url, (database) => database`alter database ${database(name)} set synchronous_commit = on`);
  return url;
}

/** A database whose last migration has not run, as far as it knows. */
export async function databaseBeforeLastMigration(): Promise<string> {
  const url = await makeDatabase(inject("pristineDatabase"));
  await work(
    url,
    (database) => database`
      delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`,
  );
  return url;
}

const aheadMs = 120_000;
const skew = `const real = Date; globalThis.Date = class extends real {
  constructor(...given) { given.length === 0 ? super(real.now() + ${aheadMs}) : super(...given); }
  static now() { return real.now() + ${aheadMs}; }
};`;
export const twoMinutesAhead = `--import=data:text/javascript,${encodeURIComponent(skew)}`;
