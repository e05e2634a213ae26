import { defineConfig } from "playwright/test";
import { completeEnvironment, readTestSettings } from "#scripts/settings.ts";

const { HEADLESS_SHELL_PATH } = readTestSettings();
// Chromium gives no name to a download whose name has letters that the locale lacks.
completeEnvironment({ LANG: "C.UTF-8" });

/**
 * The portal, in a real browser against what `npm start` starts: the tests of each change, those of a release, and the pictures of the README
 * (`npm run screenshots`).
 */
export default defineConfig({
  projects: [
    { name: "portal", testDir: "e2e/portal", testIgnore: "**/*.release.test.ts" },
    { name: "portal-release", testDir: "e2e/portal", testMatch: "**/*.release.test.ts" },
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
  reporter: "list",
  use: {
    locale: "en-GB",
    timezoneId: "Europe/Paris",
    // A trace of each test costs the processor more than it tells: `--trace on` shows what led to a failure.
    screenshot: "only-on-failure",
    // Tests would wait until what they click stands still, and an element that fades in has too little contrast at first.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      ...(HEADLESS_SHELL_PATH !== undefined && { executablePath: HEADLESS_SHELL_PATH }),
      // Chromium's sandbox refuses to work for root.
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    },
  },
});
