import { isDeepStrictEqual } from "node:util";
import { afterCommit } from "#db/after-commit.ts";
import type { Transaction } from "#db/client.ts";
import { auditEntries } from "#db/schema/security.ts";
import type { AuditAction } from "#lib/account/audit/list-filters.ts";
import type { AuditedContext } from "#lib/account/worlds/context.ts";
import { env } from "#lib/platform/env.ts";
import { newId } from "#lib/platform/ids.ts";
import { log } from "#lib/platform/log/log.ts";
import { cutKeys } from "#lib/platform/log/mask.ts";
import { redactText } from "#lib/platform/log/redact.ts";

/** Asked for by a setting of its own, so the level of the log does not count. */
const lines = log.child({}, { level: "info" });

/** Writes an audit entry in the transaction of the action. `details` must not hold a secret; API keys in the reason are cut. */
export async function recordAudit(
  tx: Transaction,
  context: AuditedContext,
  { reason, ...entry }: { action: AuditAction; subjectId: string; reason?: string; details?: Record<string, unknown> },
): Promise<void> {
  const { actor, address } = context;
  const at = "realTime" in context ? context.realTime : context.now;
  const storedReason = reason === undefined ? null : cutKeys(reason);
  const row = { id: newId("aud"), at, actor, address, details: {}, reason: storedReason, ...entry };
  await tx.insert(auditEntries).values(row);
  if (env.AUDIT_TO_LOG) afterCommit(() => lines.info({ audit: redacted(row) }, "audit entry"));
}

/** A log outlives the erasure of a person and is read by more people, so that a secret in any text is cut again. */
function redacted(row: object): unknown {
  return JSON.parse(JSON.stringify(row), (_name, value: unknown) => (typeof value === "string" ? redactText(value) : value));
}

/**
 * The details of a change: its fields with their new values, and in `before` what those that differ were (rules/authority.md#audit-4). A
 * field that `earlier` lacks is personal, and its earlier value is not kept.
 */
export function withBefore(changes: object, earlier: object): Record<string, unknown> & { before?: Record<string, unknown> } {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const old = new Map<string, unknown>(Object.entries(earlier));
  const before = given.flatMap(([name, value]) =>
    !old.has(name) || isDeepStrictEqual(old.get(name), value) ? [] : [[name, old.get(name)] as const],
  );
  return { ...Object.fromEntries(given), ...(before.length > 0 && { before: Object.fromEntries(before) }) };
}
