import { defineConfig } from "vitest/config";
import { testEnvironment } from "#e2e/setup/test-environment.ts";

const env = testEnvironment;
const connect = ["e2e/setup/connect.ts"];
const database = "e2e/setup/database.ts";
// Nothing here measures time; on a crowded machine everything takes longer.
const patience = { testTimeout: 120_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          env,
          ...patience,
          include: ["{app,components,db,i18n,inngest,lib,lint,scripts}/**/*.test.{ts,tsx}"],
          exclude: ["**/*.db.test.ts"],
        },
      },
      {
        test: {
          name: "db",
          env,
          ...patience,
          include: ["{db,inngest,lib,scripts}/**/*.db.test.ts"],
          globalSetup: database,
          setupFiles: connect,
          provide: { baseUrl: "" },
        },
      },
      {
        // Real processes that are killed, on a database of their own.
        test: { name: "crash", env, ...patience, include: ["e2e/crash/**/*.test.ts"], testTimeout: 600_000 },
      },
      // The API suite, once for each way in which it is served.
      ...(["server", "next"] as const).map((door) => ({
        test: {
          name: door === "server" ? "api" : "api-next",
          env,
          ...patience,
          include: ["e2e/api/**/*.test.ts"],
          globalSetup: [database, "e2e/setup/server.ts"],
          setupFiles: connect,
          provide: { door },
        },
      })),
    ],
  },
});
