import { z } from "zod";
import { parseDatabaseAddress } from "#lib/platform/database/address.ts";
import { envDefaults } from "#lib/platform/env-defaults.ts";
import { iban } from "#lib/platform/money/iban.ts";
import { centsFromEuros } from "#lib/platform/money/money.ts";
import { roles, staffRoles } from "#lib/platform/roles.ts";

const hostWithPort = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;

/** docs/jobs.md. */
type Runner = "embedded" | "inngest";

const runners: Record<Runner | "both" | "none", readonly Runner[]> = {
  embedded: ["embedded"],
  inngest: ["inngest"],
  both: ["embedded", "inngest"],
  none: [],
};

const minSecretLength = 32;

const httpUrl = z.url({ protocol: /^https?$/, error: "is not an http:// or https:// address" });

const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, "is not a postgres:// address")
  .superRefine(explainAddress);

/** Roles separated by commas; `none` is none. */
function roleList(preset: string) {
  return (
    z
      .string()
      .default(preset)
      .transform((text) => splitList(text).filter((item) => item !== "none"))
      .pipe(z.array(z.enum(roles, { error: `names another role than ${roles.join(", ")}` })))
      // A person with both roles is named by either.
      .transform((listed) =>
        listed.includes("developer") || listed.includes("member") ? [...listed, "developer-member" as const] : listed,
      )
  );
}

const settings = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default(envDefaults.HOST),
  DATA_DIR: z.string().min(1).default(envDefaults.DATA_DIR),
  DATABASE_URL: databaseUrl,
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DATABASE_REPLICA_URL: databaseUrl
    .refine((url) => !/,|target_session_attrs/.test(url), "names one server, the replica, without target_session_attrs")
    .optional(),
  DATABASE_SOCKET: z.string().min(1).optional(),
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(12),
  REQUEST_DEADLINE_SECONDS: z.coerce.number().int().min(1).default(10),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).default(5),
  CALLER_TIMEOUT_SECONDS: z.coerce.number().int().min(1).max(600).default(60),
  MAX_CONNECTIONS: z.coerce.number().int().min(1).default(5000),
  ANONYMOUS_CONNECTIONS: z.coerce.number().int().min(1).default(500),
  ANONYMOUS_REQUESTS: z.coerce.number().int().min(1).default(100),
  ANONYMOUS_BODIES: z.coerce.number().int().min(1).default(16),
  ANONYMOUS_PAGES_PER_MINUTE: z.coerce.number().int().min(1).default(600),
  // next-auth would take a path for that of its own routes, and have the identity provider return to it.
  BASE_URL: httpUrl
    .refine((url) => !URL.canParse(url) || new URL(url).href === `${new URL(url).origin}/`, "has no path, such as https://api.example.com")
    .optional(),
  APP_SECRET: z.string().min(minSecretLength, `needs at least ${minSecretLength} characters`),
  STORAGE_BUCKET: z.string().min(1).optional(),
  STORAGE_REGION: z.string().min(1).default("us-east-1"),
  STORAGE_ENDPOINT: httpUrl.optional(),
  STORAGE_ACCESS_KEY_ID: z.string().optional(),
  STORAGE_SECRET_ACCESS_KEY: z.string().optional(),
  METRICS_TOKEN: z.string().min(16, "needs at least 16 characters").optional(),
  COMMIT: z.string().max(64).optional(),
  CALL_LOG: z.stringbool().default(true),
  CALL_LOG_DAYS: z.coerce.number().int().min(1).default(30),
  DELIVERY_DAYS: z.coerce.number().int().min(1).default(90),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.enum(["http/protobuf", "http/json"]).default("http/protobuf"),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().min(1).default("covergate"),
  OTEL_TRACES_SAMPLER: z
    .enum(["always_on", "always_off", "traceidratio", "parentbased_always_on", "parentbased_always_off", "parentbased_traceidratio"])
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).optional(),
  REQUEST_LOG: z.enum(["json"]).optional(),
  AUDIT_TO_LOG: z.stringbool().default(false),
  /** The uid of a rental company; null where `none` turns it off. */
  STARTER_RENTER: z
    .string()
    .trim()
    .max(128)
    .default("velos-d-essai")
    .transform((uid) => (uid === "none" ? null : uid)),
  HELD_DELIVERY_DAYS: z.coerce.number().int().min(1).default(30),
  HELD_DELIVERIES: z.coerce.number().int().min(1).default(100_000),
  /** Null if personal data is kept until somebody asks. */
  PERSONAL_DATA_YEARS: z.coerce.number().int().min(1).max(100).nullable().default(null),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
  TRUST_PROXY: z.stringbool().default(false),
  WEBHOOK_ALLOWED_HOSTS: z
    .string()
    .default("")
    .transform(splitList)
    .pipe(z.array(z.string().regex(hostWithPort, "holds something else than host names, each alone or with :port"))),
  WEBHOOK_PROXY: httpUrl.optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, "is not an smtp:// or smtps:// address")
    .refine(URL.canParse, "is no address: / ? # @ of a password are written %2F %3F %23 %40")
    .optional(),
  /** Opens the page of the mailbox. The start sets it on the embedded database without SMTP_URL; e-mails are then kept and not sent. */
  MAILBOX_TOKEN: z.string().min(32).optional(),
  MAIL_FROM: z.string().min(3).default("Covergate <no-reply@localhost>"),
  INSURED_CONTACT: z.string().min(3).max(200).optional(),
  PRIVACY_URL: httpUrl.optional(),
  JOB_RUNNER: z.enum(["embedded", "inngest", "both", "none"]).optional(),
  INNGEST_EVENT_KEY: z.string().optional(),
  INNGEST_SIGNING_KEY: z.string().optional(),
  INNGEST_SIGNING_KEY_FALLBACK: z.string().optional(),
  INNGEST_BASE_URL: httpUrl.optional(),
  INNGEST_SERVE_ORIGIN: httpUrl.optional(),
  INNGEST_DEV: z.union([z.stringbool(), httpUrl]).default(false),
  PAYER_NAME: z.string().trim().min(1).max(70).optional(),
  PAYER_IBAN: iban.optional(),
  OIDC_ISSUER: httpUrl.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  /** In euros; in cents once it is read, and null where `none` turns it off. */
  FOUR_EYES_ABOVE: z
    .string()
    .default("5000")
    .refine((text) => /^(?:none|\d+(?:\.\d{1,2})?)$/.test(text), "is neither an amount in euros such as 5000 or 5000.00, nor none")
    .transform((text) => (text === "none" ? null : centsFromEuros(Number(text)))),
  REQUIRE_SECOND_FACTOR: roleList(""),
  SECOND_FACTOR_FOR_MONEY_AND_KEYS: roleList(staffRoles.join(",")),
});

const environment = settings.transform((input, { addIssue }) => {
  const { NODE_ENV, INNGEST_DEV, INNGEST_EVENT_KEY, INNGEST_SIGNING_KEY } = input;
  const isDev = INNGEST_DEV !== false;
  const mentioned = isDev || INNGEST_EVENT_KEY !== undefined || INNGEST_SIGNING_KEY !== undefined;
  const jobRunner = input.JOB_RUNNER ?? (mentioned ? "inngest" : "embedded");
  const JOB_RUNNER = runners[jobRunner];
  const refuse = (path: keyof typeof input, message: string) => addIssue({ code: "custom", path: [path], message });
  // The dev server signs nothing, so anybody could run jobs.
  if (isDev && NODE_ENV === "production") {
    refuse("INNGEST_DEV", "is for development only: in production the calls of Inngest must be signed");
  }
  if (JOB_RUNNER.includes("inngest") && !isDev) {
    for (const key of ["INNGEST_EVENT_KEY", "INNGEST_SIGNING_KEY"] as const) {
      if (input[key] === undefined) refuse(key, `is needed for JOB_RUNNER=${jobRunner}`);
    }
  }
  if (input.OIDC_ISSUER !== undefined) {
    for (const key of ["OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "BASE_URL"] as const) {
      if (input[key] === undefined) refuse(key, "is needed with OIDC_ISSUER");
    }
  }
  for (const key of ["STORAGE_ENDPOINT", "STORAGE_ACCESS_KEY_ID", "STORAGE_SECRET_ACCESS_KEY"] as const) {
    if (input[key] !== undefined && input.STORAGE_BUCKET === undefined) refuse("STORAGE_BUCKET", `is needed with ${key}`);
  }
  if ((input.STORAGE_ACCESS_KEY_ID === undefined) !== (input.STORAGE_SECRET_ACCESS_KEY === undefined)) {
    refuse("STORAGE_SECRET_ACCESS_KEY", "and STORAGE_ACCESS_KEY_ID go together");
  }
  const APP_SECRETS = splitSecrets(input.APP_SECRET);
  const { DATABASE_DIRECT_URL = input.DATABASE_URL } = input;
  const isPooled = DATABASE_DIRECT_URL !== input.DATABASE_URL;
  return { ...input, JOB_RUNNER, APP_SECRET: APP_SECRETS[0] ?? input.APP_SECRET, APP_SECRETS, DATABASE_DIRECT_URL, isPooled };
});

function explainAddress(url: string, { addIssue }: z.RefinementCtx): void {
  try {
    parseDatabaseAddress(url);
  } catch (error) {
    addIssue({ code: "custom", message: error instanceof Error ? error.message : String(error) });
  }
}

/** The secrets of APP_SECRET, newest first; several while it is rotated. Commas of a single secret leave parts that are too short. */
function splitSecrets(text: string): string[] {
  const parts = text.split(",").map((part) => part.trim());
  return parts.every((part) => part.length >= minSecretLength) ? parts : [text];
}

function splitList(text: string): string[] {
  return text
    .toLowerCase()
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

export type Env = z.infer<typeof environment>;

/** Read and checked once. Only this file reads `process.env`. */
export const env: Env = readEnv(process.env);

/** The variables that name a proxy for other programs, in as far as they are set. Webhooks are sent through `WEBHOOK_PROXY` alone. */
export const ignoredProxies = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"].filter(
  (name) => (process.env[name] ?? "") !== "",
);

function readEnv(source: NodeJS.ProcessEnv): Env {
  // `.env` files leave empty variables for absent ones.
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  // `next build` loads every route on machines without a database; nothing connects or runs.
  if (source["NEXT_PHASE"] === "phase-production-build") {
    Object.assign(present, { DATABASE_URL: "postgres://build", APP_SECRET: "-".repeat(32), JOB_RUNNER: "none", INNGEST_DEV: "false" });
  }
  const result = environment.safeParse(present);
  if (result.success) {
    // next-auth reads its address from the environment, and would otherwise trust a request header.
    source["NEXTAUTH_URL"] = result.data.BASE_URL ?? `http://localhost:${result.data.PORT}`;
    return result.data;
  }
  const errors = result.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
  throw new Error(`These settings are missing or wrong: ${errors.join("; ")}. .env.example lists them all.`);
}
