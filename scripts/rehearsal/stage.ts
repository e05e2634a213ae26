import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startS3Server, s3Settings } from "#e2e/documents/s3-server.ts";
import { startPostgresPair } from "#e2e/setup/postgres-pair.ts";
import type { PostgresPair } from "#e2e/setup/postgres-pair.ts";
import { startSmtpSink } from "#e2e/setup/smtp-sink.ts";
import type { SmtpSink } from "#e2e/setup/smtp-sink.ts";
import { startTcpProxy } from "#e2e/setup/tcp-proxy.fixture.ts";
import type { TcpProxy } from "#e2e/setup/tcp-proxy.fixture.ts";
import { startInstance } from "#scripts/rehearsal/instance.ts";
import type { Instance } from "#scripts/rehearsal/instance.ts";
import { startLoad } from "#scripts/rehearsal/load.ts";
import type { Load } from "#scripts/rehearsal/load.ts";
import { startPrometheus } from "#scripts/rehearsal/prometheus.ts";
import type { Prometheus } from "#scripts/rehearsal/prometheus.ts";
import { startReceiver } from "#scripts/rehearsal/receiver.ts";
import type { Receiver } from "#scripts/rehearsal/receiver.ts";
import { completeEnvironment } from "#scripts/settings.ts";
import type { Running } from "#server/lifecycle.ts";

const token = "a-token-of-the-rehearsal";
const secret = "a-secret-of-the-rehearsal-that-guards-nothing";

/** Everything that the incidents happen to. */
export interface Stage {
  postgres: PostgresPair;
  /** The file system of the primary and of `DATA_DIR`; undefined where this user may not make one that is small enough to be filled. */
  smallDisk: string | undefined;
  instances: [Instance, Instance];
  /** What stands before the store of documents. */
  store: TcpProxy;
  receiver: Receiver;
  mails: SmtpSink;
  prometheus: Prometheus;
  load: Load;
  postgresVersion: string;
  webhookId: string;
}

export async function setStage(running: Running, factor: number): Promise<Stage> {
  const home = mkdtempSync(join(tmpdir(), "covergate-rehearsal-"));
  running.onStop(async () => rmSync(home, { recursive: true }));
  const small = join(home, "small");
  mkdirSync(small);
  const smallDisk = mountSmallDisk(running, small) ? small : undefined;
  const postgres = await startPostgresPair(join(small, "first"), join(home, "second"));
  running.onStop(() => postgres.close());
  const { primary, standby } = postgres;

  const s3 = await startS3Server();
  running.onStop(() => s3.close());
  const store = await startTcpProxy(Number(new URL(s3.url).port));
  running.onStop(() => store.close());
  const receiver = await startReceiver();
  running.onStop(() => receiver.close());
  const mails = await startSmtpSink();
  running.onStop(() => mails.close());

  const shared = {
    APP_SECRET: secret,
    DATA_DIR: small,
    DATABASE_URL: postgres.urlOf(primary.port, standby.port),
    DATABASE_SOCKET: "",
  };
  completeEnvironment({ ...shared, LOG_LEVEL: "fatal", DATABASE_POOL: "2" });
  // Imported late: they read the settings.
  const { sql } = await import("#db/client.ts");
  const { prepareSubject } = await import("#scripts/bench/subject.ts");
  const subject = await prepareSubject(running, small);
  const webhookId = "whk_rehearsal";
  await sql`
    insert into webhooks (id, world_id, name, url, enabled, event_types, created_at, updated_at)
    select ${webhookId}, world_id, 'Rehearsal', ${receiver.url}, true, '{v2.contract.created}', now(), now()
    from contracts where cid = ${subject.cids[0] ?? ""}`;

  const settings = {
    ...shared,
    ...s3Settings,
    STORAGE_ENDPOINT: `http://127.0.0.1:${store.port}`,
    DATABASE_REPLICA_URL: postgres.urlOf(standby.port),
    WEBHOOK_ALLOWED_HOSTS: receiver.host,
    SMTP_URL: mails.url,
    METRICS_TOKEN: token,
    JOB_RUNNER: "embedded",
  };
  const instances: [Instance, Instance] = [await startInstance(running, settings), await startInstance(running, settings)];
  const prometheus = await startPrometheus(running, join(home, "prometheus"), {
    token,
    factor,
    targets: instances.map(({ target }) => target),
  });
  const load = startLoad(
    instances.map(({ url }) => url),
    subject,
  );
  running.onStop(() => load.stop());
  return { postgres, smallDisk, instances, store, receiver, mails, prometheus, load, webhookId, postgresVersion: subject.postgresVersion };
}

const smallDiskSize = "1200m";

function mountSmallDisk(running: Running, place: string): boolean {
  if (process.getuid?.() !== 0) return false;
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${smallDiskSize}`, "tmpfs", place]);
  if (status === 0) running.onStop(async () => void spawnSync("umount", ["--lazy", place]));
  return status === 0;
}
