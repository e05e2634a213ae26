import type { Transaction } from "#db/client.ts";
import { auditEntries } from "#db/schema/audit.ts";
import type { AuditAction } from "#lib/account/audit/list-filters.ts";
import type { AuditedContext } from "#lib/account/worlds/context.ts";
import { newId } from "#lib/platform/ids.ts";
import { cutKeys } from "#lib/platform/log/cut-keys.ts";

/** Writes an audit entry in the transaction of the action. `details` must not hold a secret; API keys in the reason are cut. */
export async function recordAudit(
  tx: Transaction,
  context: AuditedContext,
  { reason, ...entry }: { action: AuditAction; subjectId: string; reason?: string; details?: Record<string, unknown> },
): Promise<void> {
  const { actor, address } = context;
  const at = "realTime" in context ? context.realTime : context.now;
  const storedReason = reason === undefined ? null : cutKeys(reason);
  await tx.insert(auditEntries).values({ id: newId("aud"), at, actor, address, details: {}, reason: storedReason, ...entry });
}
