import { vi } from "vitest";

/** A test that passes never waits for its end; a crowded machine may need much of it. */
const timeout = 100_000;

/** Waits until the check no longer throws, and returns its result. */
export function waitFor<Result>(check: () => Result | Promise<Result>, { interval = 20 } = {}): Promise<Result> {
  // oxlint-disable-next-line vitest/no-restricted-vi-methods
  return vi.waitFor(check, { timeout, interval });
}

/** Waits until the check returns something true, and returns it. An error of the check fails at once. */
export async function waitUntil<Result>(check: () => Result | Promise<Result>, { interval = 20 } = {}) {
  // oxlint-disable-next-line vitest/no-restricted-vi-methods
  return vi.waitUntil(check, { timeout, interval });
}
