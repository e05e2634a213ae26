import type { AuditAction } from "#lib/account/audit/list-filters.ts";
import { list } from "#lib/account/audit/list.ts";
import type { AuditRow } from "#lib/account/audit/list.ts";
import type { SupportContext } from "#lib/account/worlds/context.ts";

/** The recorded actions that can break an integration. */
const consequential = [
  ...(["key.regenerated", "key.revoked", "partner.changed", "partner.resumed", "partner.suspended"] as const),
  ...(["renter.attached", "renter.changed", "renter.closed", "renter.detached", "renter.opened"] as const),
  ...(["sandbox.clockMoved", "sandbox.reset", "user.changed"] as const),
  ...(["webhook.changed", "webhook.created", "webhook.deleted", "webhook.secretRotated"] as const),
  ...(["webhook.signingDisabled", "webhook.signingEnabled"] as const),
] as const satisfies readonly AuditAction[];

const shown = 50;

/** Lists the newest changes of a partner's keys, limits, renters and webhooks. */
export async function listChanges(ctx: SupportContext, partnerId: string): Promise<AuditRow[]> {
  const { rows } = await list(ctx, { subject: partnerId, action: [...consequential], limit: shown });
  return rows;
}
