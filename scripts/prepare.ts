import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ensureDataDirectory, ensureSecret, reserveEmbeddedPostgres } from "#db/embedded/embedded.ts";
import type { EmbeddedPostgres } from "#db/embedded/embedded.ts";
import { findFreePort } from "#db/embedded/free-port.ts";
import { SetupError } from "#db/embedded/setup-error.ts";
import { migrateDatabase } from "#db/migrate.ts";
import { readReceiverPort } from "#demo/demo-file.ts";
import type { DemoFile } from "#demo/demo-file.ts";
import type { Env } from "#lib/platform/env.ts";
import { completeEnvironment, readStartSettings } from "#scripts/settings.ts";
import type { StartSettings } from "#scripts/settings.ts";
import type { Running } from "#server/lifecycle.ts";

/** The demo data, and whether it was just created. */
export interface StartedDemo {
  demo: DemoFile;
  isFirst: boolean;
  /** The file that describes it, with its users. */
  file: string;
  /** The address of the receiver of the demo, if its worlds are filled with a year's activity beside the running API. */
  receiver?: string;
}

export interface Prepared {
  env: Env;
  /** The address of Covergate. */
  url: string;
  /**
   * Starts the embedded database if it is used, and migrates. Returns the demo data if it is enabled, by default on the embedded database
   * only.
   */
  openDatabase(): Promise<StartedDemo | undefined>;
}

/** Validates and completes the settings before anything starts. Each error is a `SetupError`. */
export async function prepare(mode: "production" | "development", running: Running): Promise<Prepared> {
  assertPatched(join(import.meta.dirname, ".."));
  const settings = readStartSettings();
  const embedded = settings.DATABASE_URL === undefined ? await reserveEmbeddedPostgres(settings.DATA_DIR, { durable: true }) : undefined;
  ensureDataDirectory(settings.DATA_DIR);
  const demoSize = settings.DEMO_DATA ?? (embedded === undefined ? "none" : "full");
  const wantsDemo = demoSize !== "none";
  const receiverPort = demoSize === "full" ? await findReceiverPort(settings.DATA_DIR) : undefined;
  completeEnvironment({
    NODE_ENV: mode,
    NEXT_TELEMETRY_DISABLED: "1",
    APP_SECRET: chooseSecret(mode, settings),
    ...(embedded && {
      DATABASE_URL: embedded.url,
      DATABASE_SOCKET: embedded.socket ?? "",
      DATABASE_DIRECT_URL: "",
      DATABASE_REPLICA_URL: "",
    }),
    // E-mails are kept where they can be read, until there is a mail server.
    MAILBOX_TOKEN: embedded !== undefined && (settings.SMTP_URL ?? "") === "" ? ensureSecret(join(settings.DATA_DIR, "mailbox-token")) : "",
    // Users of the demo sign in with its passwords alone.
    ...(wantsDemo && settings.SECOND_FACTOR_FOR_MONEY_AND_KEYS === undefined && { SECOND_FACTOR_FOR_MONEY_AND_KEYS: "none" }),
    // The receiver of the demo, which is on this machine.
    ...(receiverPort !== undefined && { WEBHOOK_ALLOWED_HOSTS: [...allowedHosts(settings), `localhost:${receiverPort}`].join(",") }),
    // Any free port, chosen before the server listens, since the demo data contains it.
    ...(settings.PORT === "0" && { PORT: String(await findPort(settings.HOST, 0)) }),
  });
  const env = await readEnvironment();
  // Reports a used port now, before the database and the build start.
  await findPort(env.HOST, env.PORT);
  const url = env.BASE_URL ?? `http://localhost:${env.PORT}`;
  return {
    env,
    url,
    async openDatabase() {
      if (embedded) await openEmbedded(embedded, running);
      await (env.isPooled
        ? migrateDatabase(env.DATABASE_DIRECT_URL, { setting: "DATABASE_DIRECT_URL" })
        : migrateDatabase(env.DATABASE_URL, { socket: env.DATABASE_SOCKET }));
      // Imported late: they read the settings.
      const { assertSecretFits } = await import("#scripts/secret.ts");
      await assertSecretFits();
      // Encrypts values that an earlier release stored in plain text.
      await (await import("#scripts/admin/stored-secrets.ts")).reencryptStoredSecrets();
      if (receiverPort === undefined) {
        const [{ giveUpFills }, { currentTime }] = [await import("#demo/fill-progress.ts"), await import("#lib/platform/time/clock.ts")];
        await giveUpFills(currentTime());
      }
      if (!wantsDemo) return undefined;
      const { seedDemo } = await import("#demo/demo.ts");
      const file = join(env.DATA_DIR, "demo.json");
      const isFirst = !existsSync(file);
      const demo = await seedDemo({ url, dataDir: env.DATA_DIR, receiverPort });
      if (receiverPort === undefined) return { demo, isFirst, file };
      const { startReceiver } = await import("#demo/receiver.ts");
      const receiver = await startReceiver(receiverPort);
      running.onStop(() => receiver.stop());
      return { demo, isFirst, file, receiver: `http://localhost:${receiverPort}` };
    },
  };
}

/** The port of the last start, since the webhooks of the demo name it; undefined where something else has taken it. */
async function findReceiverPort(dataDir: string): Promise<number | undefined> {
  const last = readReceiverPort(dataDir);
  return findFreePort("127.0.0.1", last).catch((error: unknown) => {
    if (last === undefined) throw error;
    console.warn(`Port ${last} is taken, so deliveries of the demo wait: something else listens where its receiver did.`);
    return undefined;
  });
}

function allowedHosts({ WEBHOOK_ALLOWED_HOSTS = "" }: StartSettings): string[] {
  return WEBHOOK_ALLOWED_HOSTS === "" ? [] : [WEBHOOK_ALLOWED_HOSTS];
}

/** A generated secret is for one machine: instances with a shared database need a common one, so there it is required. */
function chooseSecret(mode: "production" | "development", { APP_SECRET, DATABASE_URL, DATA_DIR }: StartSettings): string {
  if (APP_SECRET !== undefined) return APP_SECRET;
  if (mode === "development" || DATABASE_URL === undefined) return ensureSecret(join(DATA_DIR, "app-secret"));
  throw new SetupError(
    "APP_SECRET is missing: with a DATABASE_URL, set it to a random text of at least 32 characters, the same on every instance (`openssl rand -base64 48` makes one).",
  );
}

async function readEnvironment(): Promise<Env> {
  try {
    return (await import("#lib/platform/env.ts")).env;
  } catch (error) {
    throw error instanceof Error ? new SetupError(error.message) : error;
  }
}

async function findPort(host: string, port: number): Promise<number> {
  try {
    return await findFreePort(host, port);
  } catch (error) {
    throw explainPort({ HOST: host, PORT: port }, error);
  }
}

/** Turns an address that cannot be listened on into a `SetupError`; other errors are returned unchanged. */
export function explainPort({ HOST, PORT }: Pick<Env, "HOST" | "PORT">, error: unknown): unknown {
  if (!(error instanceof Error && "code" in error && "syscall" in error)) return error;
  if (error.syscall !== "listen" && error.syscall !== "getaddrinfo") return error;
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${PORT} of ${HOST} is taken: stop what listens there, or set PORT to another.`,
    EACCES: `This account may not listen on port ${PORT}: set PORT to one above 1023.`,
  };
  const code = String(error.code);
  return new SetupError(
    reasons[code] ?? `Covergate cannot listen on ${HOST} port ${PORT} (${code}): set HOST to an address of this machine.`,
  );
}

async function openEmbedded(embedded: EmbeddedPostgres, running: Running): Promise<void> {
  const postgres = await embedded.start();
  let isStopping = false;
  running.onStop(async () => {
    isStopping = true;
    await postgres.stop();
  });
  void postgres.ended.then(() => {
    if (isStopping) return;
    console.error("The embedded Postgres ended by itself; its log is postgres.log in the data directory.");
    running.stop(1);
  });
}

/** Packages lack their patches after an install with --ignore-scripts, or if a patch was added later. */
export function assertPatched(root: string): void {
  const directory = join(root, "patches");
  for (const name of readdirSync(directory)) {
    if (!isApplied(readFileSync(join(directory, name), "utf8"), root)) {
      throw new SetupError(`patches/${name} has not been applied: run \`npm ci\` again, without --ignore-scripts.`);
    }
  }
}

/** True if each line that the patch adds is in its file. */
function isApplied(patch: string, root: string): boolean {
  const files = patch.split(/^diff --git .*$/m).slice(1);
  return files.every((file) => {
    const [, path = ""] = /^\+\+\+ b\/(.+)$/m.exec(file) ?? [];
    const lines = new Set(readFileSync(join(root, path), "utf8").split("\n"));
    const added = file.split("\n").filter((line) => line.startsWith("+") && !line.startsWith("+++ "));
    return added.every((line) => lines.has(line.slice(1)));
  });
}
