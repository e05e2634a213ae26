import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { direct, pool } from "#scripts/bench/api.ts";
import type { CeilingOptions } from "#scripts/bench/ceiling.ts";
import { measureInTurns } from "#scripts/bench/load.ts";
import { startServer } from "#scripts/bench/processes.ts";
import { describeGoals, describeMachine, median, percent, table, withHalf } from "#scripts/bench/report.ts";
import type { BenchOptions } from "#scripts/bench/report.ts";
import { buildIfStale } from "#scripts/build.ts";
import type { Running } from "#server/lifecycle.ts";

/** A file of 1 MB with the first bytes of a photo. */
const photo = Buffer.concat([Buffer.from("ffd8ffe000104a46494600010100000100010000", "hex"), randomBytes(1_048_576 - 20)]);
export const boundary = "----covergate-benchmark";

/** Measures declaring claims and uploading their documents, beside a bare Fastify with the same reads and writes. */
export async function measureClaims(
  running: Running,
  settings: Record<string, string> & { DATA_DIR: string },
  { connections, rounds = 5, seconds = 3 }: BenchOptions,
): Promise<string> {
  await buildIfStale(running);
  // Imported late: it reads the settings.
  const { prepareSubject } = await import("#scripts/bench/subject.ts");
  const { key, keyHash, newClaim, claimIds, documentType, postgresVersion } = await prepareSubject(running, settings.DATA_DIR);
  const options = (port: number): CeilingOptions => ({
    port,
    databaseUrl: settings["DATABASE_URL"] ?? "",
    databaseSocket: settings["DATABASE_SOCKET"] ?? "",
    pool,
    keyHash,
    filesIn: join(settings.DATA_DIR, "ceiling"),
  });
  const ceiling = await startServer(running, {}, (port) => ["scripts/bench/ceiling.ts", JSON.stringify(options(port))]);
  const door = await startServer(running, { ...settings, DATABASE_POOL: String(pool) }, () => direct);

  const json = { key, "content-type": "application/json" };
  const create = [{ method: "POST" as const, path: "/v2/claims", headers: json, body: JSON.stringify(newClaim) }];
  const form = { key, "content-type": `multipart/form-data; boundary=${boundary}` };
  const body = formOf(documentType);
  // One request at a time changes each claim.
  const upload = claimIds.map((id) => ({ method: "PUT" as const, path: `/v2/claims/${id}/documents`, headers: form, body }));
  const creating = await measureInTurns({ ceiling: [ceiling, create], door: [door, create] }, { connections, rounds, seconds });
  const uploading = await measureInTurns({ ceiling: [ceiling, upload], door: [door, upload] }, { connections: 4, rounds, seconds });
  const [created, uploaded] = [creating.ratios("door", "ceiling"), uploading.ratios("door", "ceiling")];
  return [
    describeMachine(postgresVersion, ["fastify", "postgres", "autocannon"]),
    "",
    `${connections} connections that declare claims, 4 that upload 1 MB each as a form, ${rounds} rounds of ${seconds} s for each, medians.`,
    "",
    ...describeGoals([
      { goal: "Declaring claims reaches half of the ceiling", measured: withHalf(created, percent), met: median(created) >= 0.5 },
      { goal: "Uploading 1 MB reaches half of the ceiling", measured: withHalf(uploaded, percent), met: median(uploaded) >= 0.5 },
    ]),
    "",
    ...table(
      ["", "requests/s", "p50 ms", "p99 ms"],
      [
        creating.row("`POST /claims`, bare Fastify (ceiling)", "ceiling"),
        creating.row("`POST /claims`", "door"),
        uploading.row("1 MB to `PUT /claims/{id}/documents`, bare Fastify (ceiling)", "ceiling"),
        uploading.row("1 MB to `PUT /claims/{id}/documents`", "door"),
      ],
    ),
  ].join("\n");
}

export function formOf(type: string): Buffer {
  const part = (name: string, rest: string) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${rest}\r\n\r\n`;
  return Buffer.concat([
    Buffer.from(`${part("meta", "\r\ncontent-type: application/json")}${JSON.stringify({ type, title: "A photo" })}\r\n`),
    Buffer.from(part("file", '; filename="photo.jpg"\r\ncontent-type: image/jpeg')),
    photo,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
}
