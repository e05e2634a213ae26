import { sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import { assertRecentlyAuthenticated } from "#lib/account/users/guards.ts";
import type { HandlerContext, StaffContext } from "#lib/account/worlds/context.ts";
import { findPayer, payerOfSettings } from "#lib/insurance/payments/read-account.ts";
import { writePain001 } from "#lib/insurance/payments/rules/pain001.ts";
import type { Account } from "#lib/insurance/payments/rules/pain001.ts";
import { NotFound, UserError } from "#lib/platform/errors/user-error.ts";

const latest = 20;

export interface PaymentRun {
  id: string;
  executeOn: string;
  createdAt: Date;
  by: string;
  count: number;
  amountCents: number;
}

/** Lists the latest runs, the newest first. */
export async function listRuns(_ctx: StaffContext): Promise<PaymentRun[]> {
  return db.execute<PaymentRun & Record<string, unknown>>(sql`
    select run.id, run.execute_on::text as "executeOn", run.created_at, u.name as by, handed.count, handed."amountCents"
    from (select * from payment_runs order by created_at desc, id desc limit ${latest}) run join users u on u.id = run.created_by
    cross join lateral (
      select count(*)::int as count, sum(s.amount_cents - coalesce(s.withheld_cents, 0))::float8 as "amountCents"
      from payments_of_runs p join settlements s on s.id = p.settlement_id where p.run_id = run.id
    ) handed order by run.created_at desc, run.id desc`);
}

/** Writes the file of a run (pain.001.001.09). It is the same every time, so that a bank that gets it twice takes it once. */
export async function writeRun(ctx: HandlerContext, runId: string): Promise<{ name: string; content: string }> {
  assertRecentlyAuthenticated(ctx, "exportList");
  const rows = await db.execute<{
    executeOn: string;
    createdAt: Date;
    payer: Account | null;
    id: string;
    number: string;
    amountCents: number;
    holder: string;
    iban: string;
  }>(sql`
    select run.execute_on::text as "executeOn", run.created_at,
      case when run.payer_iban is not null then json_build_object('holder', run.payer_holder, 'iban', run.payer_iban) end as payer, s.id, c.claim_id as number,
      (s.amount_cents - coalesce(s.withheld_cents, 0))::float8 as "amountCents", p.holder, p.iban
    from payment_runs run join payments_of_runs p on p.run_id = run.id join settlements s on s.id = p.settlement_id
      join claims c on c.id = s.claim_id
    where run.id = ${runId} order by s.id`);
  const [first] = rows;
  if (first === undefined) throw new NotFound(`there is no run ${runId}`, { key: "nothingToPay" });
  const payer = first.payer ?? payerOfSettings() ?? (await findPayer());
  if (payer === undefined) throw new UserError("no account pays", { key: "payerMissing" });
  await db.transaction((tx) =>
    recordAudit(tx, ctx, { action: "list.exported", subjectId: "payments", details: { list: "payments", runId } }),
  );
  const content = writePain001({
    id: runId,
    createdAt: new Date(first.createdAt),
    executeOn: first.executeOn,
    payer,
    transfers: rows.map((row) => ({
      reference: row.id,
      amountCents: row.amountCents,
      to: { holder: row.holder, iban: row.iban },
      purpose: row.number,
    })),
  });
  return { name: `${runId}.xml`, content };
}
