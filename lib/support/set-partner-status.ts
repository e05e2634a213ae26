import { and, eq, ne } from "drizzle-orm";
import { db } from "#db/client.ts";
import { partners } from "#db/schema/partners.ts";
import { noteAudit } from "#lib/audit/note.ts";
import type { StaffContext } from "#lib/context.ts";
import { read } from "#lib/partners/read.ts";
import { Refusal } from "#lib/refusal.ts";
import { partnerStatusChange } from "#lib/support/schema.ts";
import type { PartnerStatusChange } from "#lib/support/schema.ts";
import { assertSupport } from "#lib/users/guards.ts";

/** Suspends a partner, whose keys and people are refused from the next request on, or lets it in again; with a reason. */
export async function setPartnerStatus(ctx: StaffContext, partnerId: string, input: PartnerStatusChange): Promise<void> {
  assertSupport(ctx);
  const { status, reason } = partnerStatusChange.parse(input);
  await read(ctx, partnerId);
  await db.transaction(async (tx) => {
    const changed = await tx
      .update(partners)
      .set({ status })
      .where(and(eq(partners.id, partnerId), ne(partners.status, status)))
      .returning({ id: partners.id });
    if (changed.length === 0) {
      throw new Refusal(`somebody else has set this partner to ${status} before`, {
        key: status === "suspended" ? "partnerSuspendedBefore" : "partnerResumedBefore",
      });
    }
    const action = status === "suspended" ? "partner.suspended" : "partner.resumed";
    await noteAudit(tx, ctx, { action, subjectId: partnerId, reason });
  });
}
