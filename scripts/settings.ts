import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { SetupError } from "#db/embedded/setup-error.ts";
import { envDefaults } from "#lib/platform/env-defaults.ts";

const root = join(import.meta.dirname, "..");

/** The settings that scripts need before they import lib/platform/env.ts, which reads the environment once, so that it must be complete by then. */
const startSettings = z.object({
  DATA_DIR: z.string().default(envDefaults.DATA_DIR),
  DATABASE_URL: z.string().optional(),
  DATABASE_SOCKET: z.string().optional(),
  PORT: z.string().optional(),
  HOST: z.string().default(envDefaults.HOST),
  APP_SECRET: z.string().optional(),
  SMTP_URL: z.string().optional(),
  DEMO_DATA: z
    .enum(["none", "small", "full", "true", "false"], "is not none, small or full")
    // Earlier releases wrote `true` and `false`.
    .transform((size) => (size === "true" ? "small" : size === "false" ? "none" : size))
    .optional(),
  SECOND_FACTOR_FOR_MONEY_AND_KEYS: z.string().optional(),
  WEBHOOK_ALLOWED_HOSTS: z.string().optional(),
});

const testSettings = z.object({
  /** A Postgres server on which tests may create databases; without it they use an embedded one. */
  TEST_DATABASE_URL: z.string().optional(),
  /** How many seconds the fuzz tests send requests to the API. */
  FUZZ_SECONDS: z.coerce.number().positive().default(10),
  /** How often a database backend is killed under load, for each kind of connection. */
  BACKEND_KILLS: z.coerce.number().int().positive().default(3),
  /** How much the database holds in which the real previous release is upgraded. */
  UPGRADE_CONTRACTS: z.coerce.number().int().positive().default(5_000),
  UPGRADE_CALLS: z.coerce.number().int().positive().default(10_000),
  /** How often the instances behind each proxy are restarted, and one of them frozen. */
  PROXY_ROTATIONS: z.coerce.number().int().positive().default(1),
  PROXY_REQUESTS_PER_SECOND: z.coerce.number().int().positive().default(50),
  PROXY_FREEZE_SECONDS: z.coerce.number().positive().default(20),
  /** The Chromium of the browser tests; without it one is searched, and downloaded if there is none. */
  CHROMIUM_PATH: z.string().optional(),
  /** Set by the set-up of the browser tests: the browser of those that show no PDF. */
  HEADLESS_SHELL_PATH: z.string().optional(),
  /** How much demo data the portal under test has; `npm run screenshots` takes all. */
  PORTAL_DEMO: z.enum(["small", "full"]).default("small"),
  /** Set by services of continuous integration and by .ci/run: the browser tests may install a package of the system. */
  CI: z.string().optional(),
});

const receiverSettings = z.object({
  /** The signing secret of the webhook whose deliveries `npm run receiver` verifies. */
  COVERGATE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[\w+/]{32,}={0,2}$/, "is not a signing secret: whsec_ and its letters, as the portal shows it")
    .optional(),
});

export type StartSettings = z.infer<typeof startSettings>;
export type TestSettings = z.infer<typeof testSettings>;

/** The settings of `npm start` and `npm run dev`; `.env` and the checkout complete the environment. */
export function readStartSettings(): StartSettings {
  loadEnvFile();
  if ((process.env["COMMIT"] ?? "") === "") completeEnvironment({ COMMIT: readCommit() });
  return read(startSettings);
}

/** The settings of `npm run receiver`, from the same places. */
export function readReceiverSettings(): z.infer<typeof receiverSettings> {
  loadEnvFile();
  return read(receiverSettings);
}

export function readTestSettings(): TestSettings {
  return read(testSettings);
}

const passedSettings = "COVERGATE_UNDER_TEST";

/** Passes values from a test set-up to the test processes that start after it. */
export function passSettings(started: unknown): void {
  process.env[passedSettings] = JSON.stringify(started);
}

/** The values of the set-up; undefined before it has run. */
export function readPassedSettings(): unknown {
  const text = process.env[passedSettings];
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
}

/** Resolves a path that somebody typed: npm and bin/covergate change the directory and pass on the one before. */
export function pathOfCaller(path: string): string {
  return resolve(process.env["INIT_CWD"] ?? "", path);
}

/** Completes the environment that lib/platform/env.ts and child processes read. */
export function completeEnvironment(additions: Record<string, string>): void {
  Object.assign(process.env, additions);
}

/** The environment for a child process, with additions. */
export function environmentWith(additions: Partial<NodeJS.ProcessEnv>): NodeJS.ProcessEnv {
  return { ...process.env, ...additions };
}

function loadEnvFile(): void {
  if (existsSync(".env")) process.loadEnvFile(".env");
}

/** What scripts/release.ts wrote into a release; undefined in a checkout. */
export function readRelease(): { commit: string } | undefined {
  const file = join(root, "release.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as { commit: string }) : undefined;
}

/** Returns the commit of the release, or the one that is checked out, whoever owns the files; empty without Git. */
function readCommit(): string {
  const release = readRelease();
  if (release !== undefined || !existsSync(join(root, ".git"))) return release?.commit ?? "";
  // Git trusts no files of another owner by itself; the service runs as another account than the one that built.
  return spawnSync("git", ["-c", `safe.directory=${root}`, "rev-parse", "HEAD"], { cwd: root, encoding: "utf8" }).stdout?.trim() ?? "";
}

function read<Settings extends z.ZodType>(settings: Settings): z.output<Settings> {
  const present = Object.entries(process.env).filter(([, value]) => value !== "");
  const result = settings.safeParse(Object.fromEntries(present));
  if (result.success) return result.data;
  const errors = result.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
  throw new SetupError(`These settings are wrong: ${errors.join("; ")}.`);
}
