import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { testEnvironment } from "#e2e/setup/test-environment.ts";

const env = testEnvironment;
const connect = ["e2e/setup/connect.ts"];
const database = "e2e/setup/database.ts";
// Nothing here measures time; on a crowded machine everything takes longer.
const patience = { testTimeout: 120_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    // A test waits as much as it works: a core each is not too many. Two files at once had up to 44 connections to their Postgres, which
    // takes a hundred.
    maxWorkers: Math.min(availableParallelism(), 4),
    projects: [
      {
        test: {
          name: "unit",
          env,
          ...patience,
          include: ["{app,clients,components,db,demo,inngest,lib,scripts,server}/**/*.test.{ts,tsx}"],
          exclude: ["**/*.db.test.ts"],
        },
      },
      {
        test: {
          name: "db",
          env,
          ...patience,
          include: ["{db,demo,inngest,lib,scripts,server}/**/*.db.test.ts"],
          globalSetup: database,
          setupFiles: connect,
          provide: { baseUrl: "" },
        },
      },
      {
        // Real processes that are killed, on a database of their own.
        test: { name: "crash", env, ...patience, include: ["e2e/crash/**/*.test.ts"], testTimeout: 600_000 },
      },
      {
        // What others have: their servers, proxies and generators with their own defaults. A test whose program is missing is skipped.
        // One file at a time: compilers of others would starve the instances that are restarted under load.
        test: {
          name: "foreign",
          env,
          ...patience,
          include: ["e2e/foreign/**/*.test.ts"],
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      // The API suite as it is served in production, and what the pipeline does and an example of every endpoint through Next.
      ...(["server", "next"] as const).map((door) => ({
        test: {
          name: door === "server" ? "api" : "api-next",
          env,
          ...patience,
          include:
            door === "server"
              ? ["e2e/api/**/*.test.ts"]
              : ["e2e/api/{bodies,examples,failures,hostile-lines,keys,openapi,pipeline,sizes}.test.ts"],
          globalSetup: [database, "e2e/setup/server.ts"],
          setupFiles: connect,
          provide: { door },
        },
      })),
    ],
  },
});
