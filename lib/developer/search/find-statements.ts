import { sql } from "#db/client.ts";
import type { PartnerContext } from "#lib/account/users/contexts.ts";
import type { FoundItem } from "#lib/developer/search/schema.ts";
import { typedMonth } from "#lib/developer/search/typed-month.ts";
import { findFirstMonth } from "#lib/insurance/statements/close.ts";
import { findFirstMonthOfAll } from "#lib/insurance/statements/overview.ts";
import { isAmongMonths, monthOf } from "#lib/insurance/statements/rules/months.ts";

/** The statement of the month, or with the number, that is typed: at most one (rules/search.md#palette-3). */
export async function findStatement({ world, now }: Pick<PartnerContext, "world" | "now">, term: string): Promise<FoundItem[]> {
  const newest = monthOf(now);
  const typed = typedMonth(term, newest);
  if (typed === undefined) return [];
  const first = await findFirstMonth(world.id);
  if (first === undefined || !isAmongMonths(typed.month, first, newest)) return [];
  const { environment } = world;
  if (typed.hash !== undefined && !(await findClosed(typed.month, typed.hash)).some(({ worldId }) => worldId === world.id)) return [];
  return [{ kind: "statements", title: typed.title, hint: "", environment, href: `/${environment}/statements/${typed.month}` }];
}

/** The month of all partners, or with a number the statement of the partner that has it. */
export async function findStatementForSupport({ now }: { now: Date }, term: string): Promise<FoundItem[]> {
  const newest = monthOf(now);
  const typed = typedMonth(term, newest);
  if (typed === undefined) return [];
  const { month, title, hash } = typed;
  if (hash !== undefined) {
    const closed = await findClosed(month, hash);
    return closed.map(({ partnerId, name }) => ({
      kind: "statements",
      title,
      hint: name,
      href: `/support/statements/${month}/${partnerId}`,
    }));
  }
  const first = await findFirstMonthOfAll();
  if (first === undefined || !isAmongMonths(month, first, newest)) return [];
  return [{ kind: "statements", title, hint: "", href: `/support/statements/${month}` }];
}

/** The closed statements of a month whose hash begins so. */
async function findClosed(month: string, hash: string): Promise<{ worldId: number; partnerId: string; name: string }[]> {
  return sql<{ worldId: number; partnerId: string; name: string }[]>`
    select w.id as "worldId", p.id as "partnerId", p.name from statements s join worlds w on w.id = s.world_id join partners p on p.id = w.partner_id
    where s.month = ${month} and starts_with(s.sha256, ${hash})`;
}
