import { afterAll } from "vitest";
import { env } from "#lib/platform/env.ts";
import type { Env } from "#lib/platform/env.ts";
import { log } from "#lib/platform/log/log.ts";
import { resetProcess } from "#lib/platform/process/reset.ts";

/** Changes settings for a test file, and forgets what modules have derived from them. */
export function changeSettings(changes: Partial<Env>): void {
  const before = { ...env };
  apply(changes);
  afterAll(() => {
    // A setting that nobody has made is absent.
    for (const name of Object.keys(changes)) Reflect.deleteProperty(env, name);
    apply(before);
  });
}

function apply(settings: Partial<Env>): void {
  Object.assign(env, settings);
  log.level = env.LOG_LEVEL;
  resetProcess();
}
