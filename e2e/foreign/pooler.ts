import { spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { expect } from "vitest";
import { choosePostgresAccount } from "#db/embedded/cluster.ts";
import { reserveEmbeddedPostgres } from "#db/embedded/embedded.ts";
import { findFreePort } from "#db/embedded/free-port.ts";
import { endProgram, spawnSupervised } from "#db/embedded/supervise.ts";
import { findProgram } from "#e2e/foreign/program.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";

const host = "127.0.0.1";
const login = { name: "covergate_a", password: "secret" };
const guide = readFileSync(join(import.meta.dirname, "../../docs/operations/pooler.md"), "utf8");
const blockOf = (language: string) => new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "ms").exec(guide)?.[1] ?? "";

export interface PooledDatabase {
  /** By the pooler. */
  url: string;
  /** The server itself. */
  directUrl: string;
  directory: string;
  /** Looks at the server from beside. */
  look: postgres.Sql;
  /** Ends the pooler as a crash does. */
  kill(): Promise<void>;
  /** Starts it again, with connections that are new. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** The path of PgBouncer, where this machine has one that knows prepared statements. */
export function findPgBouncer(): string | undefined {
  const program = findProgram("pgbouncer");
  if (program === undefined) return undefined;
  const [, minor] = /PgBouncer 1\.(\d+)/.exec(spawnSync(program, ["--version"], { encoding: "utf8" }).stdout) ?? [];
  return Number(minor) >= 21 ? program : undefined;
}

/** A server with a role of its own for Covergate, behind a pooler; both as docs/operations/pooler.md has them. */
export async function openPooledDatabase(program: string, block = blockOf("ini")): Promise<PooledDatabase> {
  const directory = mkdtempSync(join(tmpdir(), "covergate-pooler-"));
  const embedded = await reserveEmbeddedPostgres(directory, { durable: false });
  const server = await embedded.start();
  const superuser = postgres(embedded.url, { max: 1, onnotice: () => undefined });
  await superuser.unsafe(`create role ${login.name} login password '${login.password}'`);
  // The doctor minds that the server of the tests has it off.
  await superuser.unsafe(`alter role ${login.name} set synchronous_commit = on`);
  await superuser.unsafe(`create database covergate owner ${login.name}`);
  for (const statement of blockOf("sql").split(";\n").filter(Boolean)) await superuser.unsafe(statement);
  await superuser.end();

  const port = await findFreePort(host);
  const file = writeConfiguration({ directory, port, serverPort: new URL(embedded.url).port, block });
  const urlAt = (at: number | string) => `postgres://${login.name}:${login.password}@${host}:${at}/covergate`;
  const url = urlAt(port);
  let pooler: ChildProcess;
  const start = async () => {
    pooler = spawnSupervised(program, ["--quiet", file], { ...accountOf(directory), stdio: ["ignore", "ignore", "inherit"] });
    await waitFor(() => answers(url));
  };
  // On SIGTERM it waits from 1.23 on until its clients have left.
  const end = () => endProgram(pooler, "SIGINT");
  await start();
  const look = postgres(urlAt(new URL(embedded.url).port), { max: 2, onnotice: () => undefined });
  return {
    url,
    look,
    directUrl: urlAt(new URL(embedded.url).port),
    directory,
    kill: () => endProgram(pooler, "SIGKILL"),
    async restart() {
      await end();
      await start();
    },
    async stop() {
      await end();
      await look.end();
      await server.stop();
      rmSync(directory, { recursive: true });
    },
  };
}

/** The lines of the guide, with what every PgBouncer has to be told. */
function writeConfiguration({
  directory,
  port,
  serverPort,
  block,
}: Record<"directory" | "serverPort" | "block", string> & { port: number }): string {
  const [file, users] = [join(directory, "pgbouncer.ini"), join(directory, "users.txt")];
  writeFileSync(users, `"${login.name}" "${login.password}"\n`);
  writeFileSync(
    file,
    `[databases]
covergate = host=${host} port=${serverPort}
[pgbouncer]
listen_addr = ${host}
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
${block}`,
  );
  const account = accountOf(directory);
  if (account) for (const path of [file, users, directory]) chownSync(path, account.uid, account.gid);
  return file;
}

/** PgBouncer refuses to run as root. */
function accountOf(directory: string): ReturnType<typeof choosePostgresAccount> {
  return choosePostgresAccount(join(directory, "postgres"));
}

async function answers(url: string): Promise<void> {
  const beside = postgres(url, { max: 1 });
  try {
    expect(await beside`select 1`).toHaveLength(1);
  } finally {
    await beside.end();
  }
}
