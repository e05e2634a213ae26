import { afterEach, describe, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

async function readJobRunner(settings: Record<string, string>): Promise<readonly string[]> {
  for (const [name, value] of Object.entries({ BASE_URL: "", ...settings })) vi.stubEnv(name, value);
  return (await import("#lib/platform/env.ts")).env.JOB_RUNNER;
}

const keys = { INNGEST_EVENT_KEY: "event-key", INNGEST_SIGNING_KEY: "signkey-test-00" };

describe("the jobs are run", () => {
  test.each<[settings: Record<string, string>, runners: string[]]>([
    [{}, ["embedded"]],
    [{ INNGEST_DEV: "0" }, ["embedded"]],
    [{ INNGEST_DEV: "1" }, ["inngest"]],
    [{ INNGEST_DEV: "http://localhost:9999" }, ["inngest"]],
    [{ NODE_ENV: "production", ...keys }, ["inngest"]],
    [{ ...keys, JOB_RUNNER: "embedded" }, ["embedded"]],
    [{ ...keys, JOB_RUNNER: "both" }, ["embedded", "inngest"]],
    [{ JOB_RUNNER: "none" }, []],
    // A build needs no keys, and runs nothing.
    [{ NEXT_PHASE: "phase-production-build", NODE_ENV: "production", INNGEST_DEV: "1", JOB_RUNNER: "inngest" }, []],
  ])("with %j by %j", async (settings, runners) => {
    expect(await readJobRunner(settings)).toEqual(runners);
  });
});

test.each(["https://api.example.com", "https://api.example.com/", "http://localhost:3000", "HTTPS://API.example.com:8443"])(
  "a process starts with BASE_URL=%s",
  async (address) => {
    expect(await readJobRunner({ BASE_URL: address })).toEqual(["embedded"]);
  },
);

test.each([
  [{}, "postgres://none@127.0.0.1:1/none", false],
  [{ DATABASE_DIRECT_URL: "postgres://none@127.0.0.1:1/none" }, "postgres://none@127.0.0.1:1/none", false],
  [{ DATABASE_DIRECT_URL: "postgres://none@127.0.0.1:2/none" }, "postgres://none@127.0.0.1:2/none", true],
])("with %j the server itself is at %s, and DATABASE_URL is a pooler: %s", async (settings, url, isPooled) => {
  for (const [name, value] of Object.entries({ BASE_URL: "", ...settings })) vi.stubEnv(name, value);
  expect((await import("#lib/platform/env.ts")).env).toMatchObject({ DATABASE_DIRECT_URL: url, isPooled });
});

test("the proxies of other programs are named as ignored", async () => {
  for (const [name, value] of Object.entries({ BASE_URL: "", HTTPS_PROXY: "http://proxy:3128", no_proxy: "localhost", http_proxy: "" })) {
    vi.stubEnv(name, value);
  }
  expect((await import("#lib/platform/env.ts")).ignoredProxies).toEqual(["HTTPS_PROXY"]);
});

describe("a process does not start", () => {
  test.each<[settings: Record<string, string>, reason: string]>([
    [{ JOB_RUNNER: "inngest" }, "INNGEST_EVENT_KEY is needed for JOB_RUNNER=inngest; INNGEST_SIGNING_KEY is needed"],
    [{ JOB_RUNNER: "both", INNGEST_EVENT_KEY: "event-key" }, "INNGEST_SIGNING_KEY is needed for JOB_RUNNER=both"],
    [{ INNGEST_SIGNING_KEY: "signkey-test-00" }, "INNGEST_EVENT_KEY is needed"],
    [{ NODE_ENV: "production", INNGEST_DEV: "1", ...keys }, "INNGEST_DEV is for development only"],
    [{ INNGEST_DEV: "localhost:8288" }, "INNGEST_DEV is not an http:// or https:// address"],
    [{ JOB_RUNNER: "somebody" }, "JOB_RUNNER"],
    [{ WEBHOOK_PROXY: "socks5://proxy:1080" }, "WEBHOOK_PROXY is not an http:// or https:// address"],
    [{ BASE_URL: "api.example.com:8443" }, "BASE_URL is not an http:// or https:// address"],
    [{ BASE_URL: "https://api.example.com/v2" }, "BASE_URL has no path, such as https://api.example.com"],
    [{ BASE_URL: "https://ada:secret@api.example.com" }, "BASE_URL has no path"],
    [{ DATABASE_REPLICA_URL: "postgres://one,two/covergate" }, "DATABASE_REPLICA_URL names one server, the replica"],
    [{ DATABASE_DIRECT_URL: "db.example:5432" }, "DATABASE_DIRECT_URL is not a postgres:// address"],
    [{ FOUR_EYES_ABOVE: "5 000,00" }, "FOUR_EYES_ABOVE is neither an amount in euros"],
    [{ FOUR_EYES_ABOVE: "-1" }, "FOUR_EYES_ABOVE is neither an amount in euros"],
    // Node would print it, the password included.
    [{ SMTP_URL: "smtp://user:s3cr/et@mail.example:587" }, "SMTP_URL is no address: / ? # @ of a password are written %2F %3F %23 %40."],
  ])("with the settings %j", async (settings, reason) => {
    await expect(readJobRunner(settings)).rejects.toThrow(reason);
  });
});

test.each([
  ["a".repeat(32), ["a".repeat(32)]],
  [`${"n".repeat(40)}, ${"o".repeat(32)}`, ["n".repeat(40), "o".repeat(32)]],
  // A single secret with commas, as older releases accepted it.
  [`${"a".repeat(40)},b,c`, [`${"a".repeat(40)},b,c`]],
])("APP_SECRET=%s holds the secrets %j, of which the first encrypts", async (APP_SECRET, secrets) => {
  for (const [name, value] of Object.entries({ BASE_URL: "", APP_SECRET })) vi.stubEnv(name, value);
  const { env } = await import("#lib/platform/env.ts");
  expect([env.APP_SECRET, env.APP_SECRETS]).toEqual([secrets[0], secrets]);
});

test.each([
  ["", 500_000],
  ["none", null],
  ["0", 0],
  ["5000", 500_000],
  ["1234.5", 123_450],
])("FOUR_EYES_ABOVE=%s is %j cents", async (FOUR_EYES_ABOVE, cents) => {
  for (const [name, value] of Object.entries({ BASE_URL: "", FOUR_EYES_ABOVE })) vi.stubEnv(name, value);
  expect((await import("#lib/platform/env.ts")).env.FOUR_EYES_ABOVE).toBe(cents);
});
