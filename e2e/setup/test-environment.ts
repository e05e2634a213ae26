import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The settings that the tests and the servers under test share: keys made on one side are read on the other. */
export const testEnvironment = {
  APP_SECRET: "a-secret-of-the-tests-that-guards-nothing",
  LOG_LEVEL: "error",
  // Fixtures sign in by password; second-factor-required.db.test.ts requires a second factor.
  SECOND_FACTOR_FOR_MONEY_AND_KEYS: "none",
  // Vite sets one that is no address.
  BASE_URL: "",
  // Unit tests touch no database; those that do are given one by e2e/setup/connect.ts.
  DATABASE_URL: "postgres://none@127.0.0.1:1/none",
  DATABASE_SOCKET: "",
  DATABASE_DIRECT_URL: "",
  DATABASE_REPLICA_URL: "",
};

const settings = readFileSync(join(import.meta.dirname, "../../.env.example"), "utf8").matchAll(/^#([A-Z_]+)=/gm);

/** The initial settings of servers under test: empty values override the surroundings and a developer's `.env`. */
export const serverEnvironment = {
  ...Object.fromEntries(Array.from(settings, ([, name = ""]) => [name, ""] as const)),
  NODE_ENV: "production",
  PATH: "/usr/bin:/bin",
  LOG_LEVEL: testEnvironment.LOG_LEVEL,
  SECOND_FACTOR_FOR_MONEY_AND_KEYS: testEnvironment.SECOND_FACTOR_FOR_MONEY_AND_KEYS,
  // A test makes the renters and products of its partners.
  STARTER_RENTER: "none",
  // No proxy is in front of them.
  DRAIN_SECONDS: "0",
} as const;
