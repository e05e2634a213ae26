import { createHash, timingSafeEqual } from "node:crypto";
import { statfs } from "node:fs/promises";
import { sql } from "#db/client.ts";
import { countConnections } from "#db/lost-connections.ts";
import { readCertificateEnd } from "#lib/api/connections.ts";
import { readBacklog } from "#lib/delivery/deliveries/overview.ts";
import { readOldestRetrying } from "#lib/delivery/notices/list.ts";
import { readLedgerCheck } from "#lib/insurance/statements/repair.ts";
import { env } from "#lib/platform/env.ts";
import { log } from "#lib/platform/log/log.ts";
import { metrics } from "#lib/platform/metrics/metrics.ts";
import { currentTime } from "#lib/platform/time/clock.ts";
import { withTimeout } from "#lib/platform/time/with-timeout.ts";
import { version } from "#lib/platform/version.ts";

const timeoutMs = 2_000;

/**
 * `GET /metrics` (rules/access.md#metrics-1): the figures of this process as OpenMetrics; 404 without METRICS_TOKEN, 401 without it as
 * bearer.
 */
export async function answerMetrics(request: Request): Promise<Response> {
  if (env.METRICS_TOKEN === undefined) return new Response("not found\n", { status: 404 });
  if (!isToken(request.headers.get("authorization"), env.METRICS_TOKEN)) {
    return new Response("send METRICS_TOKEN as bearer\n", { status: 401, headers: { "www-authenticate": "Bearer" } });
  }
  metrics.clock.set(currentTime().getTime() / 1000);
  metrics.info.set({ version: version.version, commit: version.commit ?? "", migration: version.migration ?? "" }, 1);
  const { idle, busy } = countConnections(sql);
  metrics.pool.set({ state: "idle" }, idle);
  metrics.pool.set({ state: "busy" }, busy);
  await Promise.all([countDue(), countServerConnections(), measureDisk(), lookAtCertificate()]);
  return new Response(await metrics.registry.metrics(), {
    headers: { "content-type": metrics.registry.contentType, "cache-control": "no-store" },
  });
}

/** Without the database, the figures of the queue are absent, and the others show the fault. */
async function countDue(): Promise<void> {
  try {
    const { due, oldestSeconds } = await withTimeout(timeoutMs, readBacklog(currentTime()));
    metrics.due.set(due);
    metrics.oldestDue.set(oldestSeconds);
    metrics.databaseUp.set(1);
    metrics.oldestNotice.set(await withTimeout(timeoutMs, readOldestRetrying(currentTime())));
    metrics.ledgerMismatches.set((await withTimeout(timeoutMs, readLedgerCheck()))?.mismatches ?? 0);
  } catch (error) {
    metrics.due.remove();
    metrics.oldestDue.remove();
    metrics.oldestNotice.remove();
    metrics.ledgerMismatches.remove();
    metrics.databaseUp.set(0);
    log.warn({ error }, "the deliveries due could not be counted for /metrics");
  }
}

async function countServerConnections(): Promise<void> {
  try {
    const [row] = await withTimeout(
      timeoutMs,
      sql<{ open: number; most: number }[]>`
        select (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as open,
          current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most`,
    );
    metrics.serverConnections.set({ which: "open" }, row?.open ?? 0);
    metrics.serverConnections.set({ which: "most" }, row?.most ?? 0);
  } catch {
    // `countDue` logs the same failure.
    metrics.serverConnections.reset();
  }
}

async function lookAtCertificate(): Promise<void> {
  const ends = await readCertificateEnd();
  if (ends === undefined) metrics.certificateEnds.remove();
  else metrics.certificateEnds.set(ends.getTime() / 1000);
}

/** The figures are absent if the process has no such directory, since it keeps everything elsewhere, or if it does not answer. */
async function measureDisk(): Promise<void> {
  try {
    const { bavail, blocks, bsize } = await withTimeout(timeoutMs, statfs(env.DATA_DIR));
    metrics.diskFree.set(bavail * bsize);
    metrics.diskSize.set(blocks * bsize);
  } catch (error) {
    metrics.diskFree.remove();
    metrics.diskSize.remove();
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (!isMissing) log.warn({ error }, "the disk of DATA_DIR could not be measured for /metrics");
  }
}

/** Compares hashes, which have one length, in constant time. */
function isToken(authorization: string | null, token: string): boolean {
  return timingSafeEqual(hash(authorization ?? ""), hash(`Bearer ${token}`));
}

function hash(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
