import { once } from "node:events";
import { existsSync } from "node:fs";
import { access, constants, statfs } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import type { IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { sql } from "#db/client.ts";
import { assertUsable } from "#db/embedded/embedded.ts";
import { SetupError } from "#db/embedded/setup-error.ts";
import { env } from "#lib/platform/env.ts";
import { orUnavailable } from "#lib/platform/files/storage-unavailable.ts";
import { deleteFile, hasFile, putFile } from "#lib/platform/files/storage.ts";
import { checkMailServer } from "#lib/platform/mail/mail.ts";
import { eurosFromCents } from "#lib/platform/money/money.ts";
import { withTimeout } from "#lib/platform/time/with-timeout.ts";
import { version } from "#lib/platform/version.ts";
import type { Answer } from "#scripts/admin/commands.ts";
import { databaseChecks, explainError } from "#scripts/admin/doctor-database.ts";
import type { Checks } from "#scripts/admin/doctor-database.ts";
import { table } from "#scripts/admin/explain.ts";

/** Longer than what is asked takes to say that it does not answer. */
const checkMs = 12_000;
const serverMs = 10_000;
const sampleSize = 50;
const gigabyte = 1e9;

/** Everything that has to be right around a process, in the order in which one would look. */
const checks: Checks = {
  release: async () => ["good", `${version.version}, commit ${version.commit ?? "unknown"}`],
  settings: async () => {
    const missing = (["BASE_URL", "SMTP_URL", "METRICS_TOKEN"] as const).filter((name) => env[name] === undefined);
    if (env.BASE_URL?.startsWith("http://") === true && !/^http:\/\/(?:localhost|127\.)/.test(env.BASE_URL)) {
      return ["wrong", "BASE_URL is http://: sessions and keys would cross the network in the clear"];
    }
    if (env.BASE_URL?.startsWith("https://") === true && !env.TRUST_PROXY) {
      return ["wrong", "BASE_URL is https:// and TRUST_PROXY is not set: all callers have the proxy's address, and share its limits"];
    }
    return missing.length === 0 ? ["good", "complete"] : ["look", `not set: ${missing.join(", ")}`];
  },
  approvals: async () => {
    if (env.FOUR_EYES_ABOVE !== null) return ["good", `a second person decides above ${eurosFromCents(env.FOUR_EYES_ABOVE)} euros`];
    return ["look", "FOUR_EYES_ABOVE is none: one person can pay any amount, publish prices and change bank accounts"];
  },
  ...databaseChecks,
  documents: async () => {
    const rows = await sql<{ storageKey: string }[]>`
      select storage_key from claim_documents where replaced_at is null order by random() limit ${sampleSize}`;
    const [present] = await Promise.all([Promise.all(rows.map(({ storageKey }) => hasFile(storageKey))), tryStoring()]);
    const lost = present.filter((isThere) => !isThere).length;
    const place = env.STORAGE_BUCKET === undefined ? `${env.DATA_DIR}/documents` : `the bucket ${env.STORAGE_BUCKET}`;
    if (lost === 0) return ["good", `a sample of ${rows.length} is in ${place}, and more can be stored`];
    return [
      "wrong",
      `${lost} of ${rows.length} are not in ${place}: bring them back from its backup (\`bin/covergate admin stray-files\` names all)`,
    ];
  },
  mail: async () => {
    return (await checkMailServer()) === undefined ? ["look", "none: SMTP_URL is not set"] : ["good", "the server takes our messages"];
  },
  inngest: async () => {
    if (env.JOB_RUNNER.length === 0) return ["look", "not used: JOB_RUNNER is none, so another instance must run jobs"];
    if (!env.JOB_RUNNER.includes("inngest")) return ["good", "not used: jobs are embedded"];
    const address = env.INNGEST_BASE_URL ?? "https://inn.gs";
    const { status } = await fetch(address, { method: "HEAD", signal: AbortSignal.timeout(serverMs) });
    return [status < 500 ? "good" : "wrong", `${new URL(address).host} answers ${status}`];
  },
  "sign-in": async () => {
    if (env.OIDC_ISSUER === undefined) return ["good", "by passwords and passkeys: OIDC_ISSUER is not set"];
    const response = await fetch(`${env.OIDC_ISSUER.replace(/\/$/, "")}/.well-known/openid-configuration`, {
      signal: AbortSignal.timeout(serverMs),
    });
    if (!response.ok) return ["wrong", `OIDC_ISSUER: the identity provider answers ${response.status}: nobody can sign in by it`];
    const { issuer } = (await response.json()) as { issuer?: unknown };
    return issuer === env.OIDC_ISSUER
      ? ["good", `${new URL(env.OIDC_ISSUER).host} answers`]
      : ["wrong", `OIDC_ISSUER: the identity provider calls itself ${String(issuer)}, and its tokens are refused`];
  },
  webhooks: async () => {
    if (env.WEBHOOK_PROXY === undefined) return ["good", "sent directly: WEBHOOK_PROXY is not set"];
    const status = await connectThrough(new URL(env.WEBHOOK_PROXY));
    return status === 407
      ? ["wrong", "WEBHOOK_PROXY: the proxy refuses user and password, and no webhook is delivered"]
      : ["good", `the proxy answers ${status}`];
  },
  directory: async () => {
    assertUsable(env.DATA_DIR);
    return ["good", `a start can write in ${env.DATA_DIR}`];
  },
  disk: async () => {
    const places = await Promise.all([env.DATA_DIR, tmpdir()].map(measureSpace));
    const full = places.filter(({ free, share }) => free < gigabyte || share < 0.05);
    const says = (full.length > 0 ? full : places).map(({ directory, free }) => `${(free / gigabyte).toFixed(1)} GB free at ${directory}`);
    return full.length === 0 ? ["good", says.join(", ")] : ["wrong", `${says.join(", ")}: uploads fail without space; make some`];
  },
};

/** Asks a proxy for a connection that is not used; returns the status of its answer. A name that does not exist is an answer too. */
async function connectThrough({ protocol, hostname, port, username, password }: URL): Promise<number> {
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString("base64");
  const asking = (protocol === "https:" ? httpsRequest : httpRequest)({
    method: "CONNECT",
    path: "receiver.invalid:443",
    host: hostname.replaceAll(/^\[|\]$/g, ""),
    port: port === "" ? undefined : port,
    headers: { host: "receiver.invalid:443", ...(username !== "" && { "proxy-authorization": `Basic ${credentials}` }) },
    signal: AbortSignal.timeout(serverMs),
  });
  asking.end();
  const [response, socket] = (await once(asking, "connect")) as [IncomingMessage, Socket];
  socket.destroy();
  return response.statusCode ?? 0;
}

/** Examines this installation; refused after its findings are printed where something is wrong. */
export async function examine(print: (answer: Answer) => void): Promise<void> {
  const findings = await Promise.all(
    Object.entries(checks).map(async ([name, look]) => [name, await withTimeout(checkMs, look()).catch(explainError(name))] as const),
  );
  print({
    data: Object.fromEntries(findings.map(([name, [state, says]]) => [name, { state, says }])),
    text: table(findings.map(([name, [state, says]]) => [state === "good" ? "  " : state, name, says])),
  });
  const wrong = findings.filter(([, [state]]) => state === "wrong").map(([name]) => name);
  if (wrong.length > 0) throw new SetupError(`Something is wrong: ${wrong.join(", ")}.`);
}

/** Begins like the keys of documents, since the rights of a bucket may go by that, and is none of ours to `stray-files`. */
const probe = { key: "doc_probe-of-the-doctor", content: Buffer.from("Of `bin/covergate admin doctor`, which deletes it again.\n") };

/** Stores and deletes always the same file, like an upload: if deletion is refused, one is left. Throws StorageUnavailable. */
async function tryStoring(): Promise<void> {
  const { key, content } = probe;
  const directory = join(env.DATA_DIR, "documents");
  if (env.STORAGE_BUCKET === undefined && !existsSync(directory)) {
    // The first upload makes the directory; made here, it would belong to whoever runs the command.
    return orUnavailable("a document could not be stored", () => access(env.DATA_DIR, constants.W_OK));
  }
  try {
    await putFile(key, Readable.from([content]), { mimeType: "text/plain", sizeBytes: content.length });
  } catch (error) {
    // A store that answered too late has it.
    await deleteFile(key).catch(() => undefined);
    throw error;
  }
  await orUnavailable(`the document ${key} could be stored, and not deleted`, () => deleteFile(key));
}

async function measureSpace(directory: string): Promise<{ directory: string; free: number; share: number }> {
  const { bavail, bsize, blocks } = await statfs(directory);
  return { directory, free: bavail * bsize, share: bavail / blocks };
}
