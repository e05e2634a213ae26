import { execFileSync, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { vi } from "vitest";
import { findFreePort } from "#db/embedded/free-port.ts";
import { spawnSupervised } from "#db/embedded/supervise.ts";
import { serverEnvironment } from "#e2e/setup/test-environment.ts";

const root = join(import.meta.dirname, "../..");
const host = "127.0.0.1";

/** An installation of its own: database, documents and secret. */
export interface Cell {
  databaseUrl: string;
  dataDirectory: string;
  secret: string;
}

/** What a move says that it has moved. */
interface Moved {
  rows: Record<string, number>;
  files: number;
  ledgerCents: Record<string, number>;
  keys: string[];
}

interface Answer {
  data?: Moved;
  error?: string;
}

/** Runs the admin command on a cell, as an operator does; what it answers, or the sentence that it refuses with. */
export async function runAdmin({ databaseUrl, dataDirectory, secret }: Cell, ...args: string[]): Promise<Answer> {
  const program = spawn(process.execPath, [join(root, "scripts/admin.ts"), "--json", ...args], {
    cwd: root,
    env: { ...serverEnvironment, DATABASE_URL: databaseUrl, DATA_DIR: dataDirectory, APP_SECRET: secret, DRAIN_SECONDS: "" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, complaint] = await Promise.all([text(program.stdout), text(program.stderr), once(program, "close")]);
  if (program.exitCode === 0) return { data: JSON.parse(out) as Moved };
  try {
    return JSON.parse(complaint) as { error: string };
  } catch {
    throw new Error(complaint);
  }
}

/** Starts nginx with the block of docs/scale.md, where of ours are the addresses and the beginnings of keys in cell b. */
export async function startRouter(
  nginx: string,
  directory: string,
  cells: { a: string; b: string },
  keysOfB: string[] | undefined,
): Promise<{ process: ChildProcess; port: number }> {
  const port = await findFreePort(host);
  const file = join(directory, "cells.conf");
  writeFileSync(file, configure(directory, { ...cells, port }, keysOfB));
  execFileSync(nginx, ["-t", "-q", "-e", "stderr", "-c", file], { stdio: ["ignore", "ignore", "pipe"] });
  const process = spawnSupervised(nginx, ["-e", "stderr", "-c", file, "-g", "daemon off;"], {
    cwd: directory,
    env: { NODE_ENV: "test", PATH: "/usr/bin:/bin" },
    stdio: ["ignore", "ignore", "ignore"],
  });
  await vi.waitFor(() => ask(port, { name: "nowhere", path: "/" }), { timeout: 30_000 });
  return { process, port };
}

function configure(directory: string, { a, b, port }: { a: string; b: string; port: number }, keysOfB: string[] | undefined): string {
  const guide = readFileSync(join(root, "docs/scale.md"), "utf8");
  const [, block] = /^```nginx\n(.*?)^```/ms.exec(guide) ?? [];
  if (block === undefined) throw new Error("docs/scale.md has no configuration of nginx");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${directory}/${name};`);
  const ofB = keysOfB?.map((key) => key.replace("cg_", "")).join("|");
  return `pid ${directory}/nginx.pid;
error_log ${directory}/nginx.log;
events { worker_connections 768; }
http {
  access_log off;
  ${temporary.join("\n  ")}
${block
  .replaceAll("10.0.0.11:3000", a)
  .replaceAll("10.0.0.21:3000", b)
  .replaceAll("listen 80;", `listen ${host}:${port};`)
  .replaceAll("dev_Hq7x|live_Zr4T", ofB ?? "none")}
}
`;
}

export interface Asked {
  /** The name of the server. */
  name: string;
  path: string;
  method?: string;
  key?: string;
  body?: unknown;
  idempotencyKey?: string;
}

export interface Told {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  text: string;
}

/** Asks the proxy under one of its names. */
export function ask(port: number, { name, path, method = "GET", key, body, idempotencyKey }: Asked): Promise<Told> {
  const headers = {
    host: name,
    ...(key !== undefined && { key }),
    ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
    ...(body !== undefined && { "content-type": "application/json" }),
  };
  return new Promise((resolve, reject) => {
    request({ host, port, path, method, headers }, (answer) => {
      text(answer).then((said) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: said }), reject);
    })
      .once("error", reject)
      .end(body === undefined ? undefined : JSON.stringify(body));
  });
}
