import { eq } from "drizzle-orm";
import { db, sql } from "#db/client.ts";
import { withPatience } from "#db/deadline.ts";
import { strayFiles } from "#db/schema/claims.ts";
import { partners } from "#db/schema/partners.ts";
import { recordAudit } from "#lib/audit/record.ts";
import type { OperatorContext } from "#lib/context.ts";
import { allowWrites, readMoving, writeForMove } from "#lib/moves/freeze.ts";
import { conditionFor } from "#lib/moves/tables.ts";
import type { Partner } from "#lib/partners/find.ts";

/**
 * Ends a move after the import elsewhere: deletes here what is there now, and marks the partner as moved. The audit log stays, and so does
 * what several partners share. Repeats harmlessly after a crash.
 */
export function finishMove(ctx: OperatorContext, idOrName: string, reason: string): Promise<Partner> {
  return withPatience(async () => {
    const moving = await readMoving(idOrName);
    const { tables, partner, partnerId } = moving;
    const condition = conditionFor(tables, moving);
    const theirs = tables.filter(({ kind, name }) => (kind === "owned" || kind === "staying") && name !== "partners");
    for (const table of theirs.toReversed()) {
      await sql.begin(async (tx) => {
        await writeForMove(tx);
        if (table.columns.includes("storage_key")) {
          // The sweep deletes the files.
          await tx.unsafe(`
            insert into stray_files (storage_key, since) select t.storage_key, now() from ${table.name} t where ${condition(table, "t")}
            on conflict do nothing`);
        }
        await tx.unsafe(`delete from ${table.name} t where ${condition(table, "t")}`);
      });
    }
    await allowWrites(moving);
    await db.transaction(async (tx) => {
      const [before] = await tx.select({ logo: partners.logo }).from(partners).where(eq(partners.id, partnerId)).for("no key update");
      const logo = before?.logo ?? null;
      if (logo !== null) await tx.insert(strayFiles).values({ storageKey: logo.storageKey, since: ctx.now }).onConflictDoNothing();
      await tx.update(partners).set({ status: "moved", logo: null }).where(eq(partners.id, partnerId));
      await recordAudit(tx, ctx, { action: "partner.moved", subjectId: partnerId, reason });
    });
    return partner;
  });
}
