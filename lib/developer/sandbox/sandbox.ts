import type { ApiContext } from "#lib/account/worlds/context.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { log } from "#lib/platform/log/log.ts";

/** 98888 in production. */
export function assertSandbox({ world }: Pick<ApiContext, "world">): void {
  if (world.environment === "development") return;
  throw new ApiError("INSUFFICIENT_PERMISSIONS", "the sandbox is a part of the development environment alone");
}

/** Works for one world after the other. The failure of one is logged, and its next run tries again; the others are done. */
export async function forEachWorld(job: string, worldIds: readonly number[], work: (worldId: number) => Promise<unknown>): Promise<void> {
  for (const worldId of worldIds) {
    try {
      await work(worldId);
    } catch (error) {
      log.error({ job, worldId, error }, "a job failed for a world; its next run tries again");
    }
  }
}
