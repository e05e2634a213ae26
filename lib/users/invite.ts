import { z } from "zod";
import { db } from "#db/client.ts";
import { violatesConstraint } from "#db/driver.ts";
import { users } from "#db/schema/users.ts";
import { noteAudit } from "#lib/audit/note.ts";
import type { StaffContext } from "#lib/context.ts";
import { newId } from "#lib/ids.ts";
import { NotFound, Refusal } from "#lib/refusal.ts";
import { assertSupport } from "#lib/users/assert-support.ts";
import { makePasswordLink } from "#lib/users/password-links.ts";
import { email, partnerRoles, personName, staffRoles } from "#lib/users/schema.ts";

/** Who is invited: a partner's staff, or the operator's own. */
export const invitation = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("partner"), partnerId: z.string(), role: z.enum(partnerRoles), email, name: personName }),
  z.strictObject({ kind: z.literal("staff"), role: z.enum(staffRoles), email, name: personName }),
]);
export type Invitation = z.input<typeof invitation>;

/** Creates a user and the one-time link by which they choose their first password (portal.md § Support side). The token is answered once. */
export async function invite(ctx: StaffContext, input: Invitation): Promise<{ userId: string; token: string }> {
  assertSupport(ctx);
  const invited = invitation.parse(input);
  const userId = newId("usr");
  const partnerId = invited.kind === "partner" ? invited.partnerId : null;
  return db
    .transaction(async (tx) => {
      await tx
        .insert(users)
        .values({ id: userId, email: invited.email, name: invited.name, role: invited.role, partnerId, createdAt: ctx.now });
      const token = await makePasswordLink(tx, userId, ctx.now);
      await noteAudit(tx, ctx, {
        action: "user.invited",
        subjectId: userId,
        details: { email: invited.email, role: invited.role, partnerId },
      });
      return { userId, token };
    })
    .catch((error: unknown) => {
      if (violatesConstraint(error, "users_email")) {
        throw new Refusal(`there is a user with the e-mail address ${invited.email} already`, {
          key: "emailTaken",
          values: { email: invited.email },
        });
      }
      if (violatesConstraint(error, "users_partner_id_partners_id_fk")) {
        throw new NotFound(`there is no partner ${partnerId}`, { key: "noPartner" });
      }
      throw error;
    });
}
