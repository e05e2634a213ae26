import { serverEnvironment } from "#e2e/setup/test-environment.ts";
import { env } from "#lib/platform/env.ts";

/** The settings of an instance that a test starts on the database of its file. */
export const settingsOfStart = () => ({
  ...serverEnvironment,
  DATABASE_URL: env.DATABASE_URL,
  DATA_DIR: env.DATA_DIR,
  HOST: "127.0.0.1",
  PORT: "0",
  APP_SECRET: env.APP_SECRET,
  LOG_LEVEL: "info",
});
