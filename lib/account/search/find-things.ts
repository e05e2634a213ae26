import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { readOnReplica } from "#db/replica.ts";
import { runUnprepared } from "#db/rows.ts";
import { fieldWith } from "#lib/account/search/entry-text.ts";
import { entryKinds, findOrCorrect } from "#lib/account/search/find.ts";
import type { Entry, EntryKind, SearchScope } from "#lib/account/search/find.ts";
import type { Found } from "#lib/account/search/schema.ts";
import { foldText, shortestContained, wordsTyped } from "#lib/platform/text/fold.ts";

type ThingKind = Exclude<EntryKind, "calls">;

export type FoundThing = Found<ThingKind>;

/** A contract as people know it: its first product with its marking, and how many more; then its customer and its days of cover. */
const nameOfContract = sql`
  left join lateral (
    select concat_ws(' · ', i.title, p.data ->> 'product_marked') || case when p.products > 1 then ' +' || p.products - 1 else '' end as title,
      coalesce(nullif(c.company ->> 'company_name', ''), nullif(concat_ws(' ', c.individual ->> 'first_name', c.individual ->> 'last_name'), ''),
        p.data ->> 'user_name') as hint, json_build_array(c.start_date, c.end_date) as cover
    from contracts c
    cross join lateral (
      select product_id, data, count(*) over () as products from contract_products
      where cid = c.cid and status <> 'has_been_replaced' order by cpid limit 1
    ) p join products i on i.id = p.product_id
    where c.cid = r.cid
  ) contract on true`;
const renterOf = sql`left join renters renter on renter.uid = r.uid`;

/** The columns of a row `r`: its world, identifier, title, hint, status and cover. */
const descriptions: Record<ThingKind, SQL> = {
  contracts: sql`
    r.world_id, r.cid as id, coalesce(contract.title, r.cid) as title,
    concat_ws(' · ', contract.hint, renter.company ->> 'company_name', r.cid) as hint, r.status, contract.cover
    from contracts r ${renterOf} ${nameOfContract} where r.cid`,
  claims: sql`
    r.world_id, r.id, coalesce(r.claim_id, r.id) as title,
    concat_ws(' · ', nullif(concat_ws(' ', r.insured ->> 'firstName', r.insured ->> 'lastName'), ''),
      nullif(concat_ws(' ', r.product ->> 'brand', r.product ->> 'model'), ''), r.product ->> 'productMarked',
      renter.company ->> 'company_name') as hint, r.status, null::json as cover
    from claims r ${renterOf} where r.id`,
  products: sql`
    r.world_id, r.id, r.title, r.uid as hint, null as status, null::json as cover
    from products r where not r.hidden and r.deleted_at is null and r.id`,
  renewals: sql`
    r.world_id, r.arid as id, coalesce(contract.title, r.arid) as title, concat_ws(' · ', contract.hint, r.arid) as hint,
    r.state as status, contract.cover
    from automatic_renewals r ${nameOfContract} where r.arid`,
  renters: sql`
    null::int as world_id, r.uid as id, r.company ->> 'company_name' as title, r.uid as hint, null as status, null::json as cover
    from renters r where r.uid`,
};

/** Among so many of the newest entries of a kind, those by their own name go first (rules/search.md#find-8). */
const mostCompared = 500;
/** So many of them are read, of which the first are shown. */
const mostRead = 40;

/** The first things of each kind that contain the typed text, or what it is a misspelling of, as they are now. */
export async function findThings(typed: string, scope: SearchScope, shown: number): Promise<FoundThing[]> {
  if (foldText(typed).length < shortestContained) return [];
  const kinds = entryKinds.filter((kind) => kind !== "calls");
  const { typed: meant, found } = await findOrCorrect({ kinds, typed, scope, most: mostCompared, first: Math.max(mostRead, 2 * shown) });
  const parts = kinds.map((kind) => {
    const ids = sql`any(${sql.param(found.filter((entry) => entry.kind === kind).map(({ id }) => id))}::text[])`;
    return sql`(select ${kind} as kind, r.*, coalesce(p.name, '') as partner, w.environment from (select ${descriptions[kind]} = ${ids}) r
      left join worlds w on w.id = r.world_id left join partners p on p.id = w.partner_id)`;
  });
  const rows = found.length === 0 ? [] : await readOnReplica((pool) => runUnprepared<FoundThing>(pool, sql.join(parts, sql` union all `)));
  const described = new Map(rows.map((one) => [`${one.kind} ${one.id}`, one]));
  return kinds.flatMap((kind) => {
    const listed = found.flatMap((entry) => {
      const thing = entry.kind === kind ? described.get(`${kind} ${entry.id}`) : undefined;
      return thing === undefined ? [] : [{ thing, entry, place: placeOf(thing, entry, meant) }];
    });
    const sorted = listed.toSorted((one, other) => one.place - other.place);
    return cutTo(
      shown,
      sorted.map(({ thing, entry }) => ({ ...thing, field: fieldWith(entry.text, wordsTyped(meant)) })),
    );
  });
}

/** The first things of a kind, of which the last says whether there are more. */
export function cutTo<Item extends object>(most: number, items: readonly Item[]): (Item & { hasMore?: true })[] {
  return items.slice(0, most).map((item, place) => (place === most - 1 && items.length > most ? { ...item, hasMore: true } : item));
}

const wordsIn = (text: string) => text.split(/[^\p{L}\p{N}\p{M}]+/u).map(foldText);

/** The thing whose title is the text goes first, then those whose own name contains it; whole words go before parts of words. */
function placeOf({ title, hint }: FoundThing, { isOwn }: Entry, typed: string): number {
  if (foldText(title) === foldText(typed)) return 0;
  const words = new Set(wordsIn(`${title} ${hint}`));
  const hasWords = wordsIn(typed).every((word) => word === "" || words.has(word));
  return 1 + (isOwn ? 0 : 2) + (hasWords ? 0 : 1);
}
