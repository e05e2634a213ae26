import { desc } from "drizzle-orm";
import { db } from "#db/client.ts";
import { deployments } from "#db/schema/deployments.ts";
import type { SupportContext } from "#lib/context.ts";
import { version } from "#lib/version.ts";

export interface Deployment {
  version: string;
  /** Empty where the build does not say. */
  commit: string;
  /** When its first instance started. */
  startedAt: Date;
}

/** Records when a release first served; later starts of the same release, by any instance, change nothing. */
export async function recordDeployment(
  now: Date,
  { version: name, commit }: Pick<typeof version, "version" | "commit"> = version,
): Promise<void> {
  await db
    .insert(deployments)
    .values({ version: name, commit: commit ?? "", startedAt: now })
    .onConflictDoNothing();
}

const shown = 10;

/** Lists the newest releases that served (portal.md § Support side). */
export async function listDeployments(_ctx: SupportContext): Promise<Deployment[]> {
  return db.select().from(deployments).orderBy(desc(deployments.startedAt)).limit(shown);
}
