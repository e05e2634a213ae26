import type { Transaction } from "#db/client.ts";
import { auditEntries } from "#db/schema/audit.ts";
import type { ActingContext } from "#lib/context.ts";
import { newId } from "#lib/ids.ts";

/** Notes what was done, by whom and from where, in the transaction that does it. `details` never holds a secret. */
export async function noteAudit(
  tx: Transaction,
  { now, actor, address }: ActingContext,
  entry: { action: string; subjectId: string; reason?: string; details?: Record<string, unknown> },
): Promise<void> {
  await tx.insert(auditEntries).values({ id: newId("aud"), at: now, actor, address, details: {}, ...entry });
}
