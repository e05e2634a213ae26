import { afterAll, vi } from "vitest";

// The next test file shares the process.
afterAll(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.resetConfig();
});
