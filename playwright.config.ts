import { defineConfig } from "playwright/test";
import { completeEnvironment, readTestSettings } from "#scripts/settings.ts";

const { CHROMIUM_PATH, CI } = readTestSettings();
// Chromium gives no name to a download whose name has letters that the locale lacks.
completeEnvironment({ LANG: "C.UTF-8" });

/** The portal, in a real browser against what `npm start` starts: its tests, and the pictures of the README (`npm run screenshots`). */
export default defineConfig({
  projects: [
    { name: "portal", testDir: "e2e/portal" },
    { name: "screenshots", testDir: "e2e/screenshots" },
  ],
  testMatch: "**/*.test.ts",
  globalSetup: "./e2e/setup/portal.ts",
  outputDir: "test-results",
  forbidOnly: true,
  // Nothing here measures time; on a crowded machine everything takes longer.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  workers: 2,
  // The summary of `npm test` names what passes at the second attempt only, so that it is mended.
  retries: CI === undefined ? 0 : 1,
  reporter: "list",
  use: {
    locale: "en-GB",
    timezoneId: "Europe/Paris",
    // A trace of each test costs the processor more than it tells: `--trace on` shows what led to a failure.
    screenshot: "only-on-failure",
    launchOptions: {
      ...(CHROMIUM_PATH !== undefined && { executablePath: CHROMIUM_PATH }),
      // Chromium's sandbox refuses to work for root.
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    },
  },
});
