import type { z } from "zod";
import { db } from "#db/client.ts";
import { violatesConstraint } from "#db/driver.ts";
import { payeeAccounts } from "#db/schema/payments.ts";
import { recordAudit } from "#lib/audit/record.ts";
import type { SupportContext } from "#lib/context.ts";
import { NotFound, Refusal } from "#lib/errors/refusal.ts";
import { maskIban } from "#lib/payments/rules/iban.ts";
import { payeeAccount } from "#lib/payments/schema.ts";
import { assertRecentlyAuthenticated } from "#lib/users/guards.ts";

/** Sets the account to which a rental company's refunds are paid. Support does it, since handlers pay: nobody does both. */
export async function setAccount(ctx: SupportContext, renterUid: string, input: z.input<typeof payeeAccount>): Promise<void> {
  assertRecentlyAuthenticated(ctx, "changeAccount");
  const { holder, iban } = payeeAccount.parse(input);
  const { userId } = ctx.actor;
  if (userId === undefined) throw new Refusal("an account needs somebody who enters it", { key: "supportOnly" });
  const values = { holder, iban, changedBy: userId, changedAt: ctx.now };
  await db
    .transaction(async (tx) => {
      await tx
        .insert(payeeAccounts)
        .values({ renterUid, ...values })
        .onConflictDoUpdate({ target: payeeAccounts.renterUid, set: values });
      await recordAudit(tx, ctx, { action: "renter.accountChanged", subjectId: renterUid, details: { holder, iban: maskIban(iban) } });
    })
    .catch((error: unknown) => {
      if (violatesConstraint(error, "payee_accounts_renter_uid_renters_uid_fk")) {
        throw new NotFound(`there is no renter ${renterUid}`, { key: "noRenter", values: { uid: renterUid } });
      }
      throw error;
    });
}
